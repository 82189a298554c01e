//! `std::arch`: the types of vectors, so that those who only hold them are understood, and what is done with
//! their bits as a whole. Of what works on lanes nothing is modelled.

pub mod x86_64 {
    #[derive(Clone, Copy)]
    #[repr(transparent)]
    pub struct __m128i {
        bits: u128,
    }
    #[derive(Clone, Copy)]
    #[repr(C, align(32))]
    pub struct __m256i {
        low: u128,
        high: u128,
    }
    pub unsafe fn _mm_setzero_si128() -> __m128i {
        __m128i { bits: 0 }
    }
    pub unsafe fn _mm_and_si128(a: __m128i, b: __m128i) -> __m128i {
        __m128i { bits: a.bits & b.bits }
    }
    pub unsafe fn _mm_or_si128(a: __m128i, b: __m128i) -> __m128i {
        __m128i { bits: a.bits | b.bits }
    }
    pub unsafe fn _mm_xor_si128(a: __m128i, b: __m128i) -> __m128i {
        __m128i { bits: a.bits ^ b.bits }
    }
    pub unsafe fn _mm_andnot_si128(a: __m128i, b: __m128i) -> __m128i {
        __m128i { bits: !a.bits & b.bits }
    }
    pub unsafe fn _mm256_setzero_si256() -> __m256i {
        __m256i { low: 0, high: 0 }
    }
    pub unsafe fn _mm256_and_si256(a: __m256i, b: __m256i) -> __m256i {
        __m256i { low: a.low & b.low, high: a.high & b.high }
    }
    pub unsafe fn _mm256_or_si256(a: __m256i, b: __m256i) -> __m256i {
        __m256i { low: a.low | b.low, high: a.high | b.high }
    }
    pub unsafe fn _mm256_xor_si256(a: __m256i, b: __m256i) -> __m256i {
        __m256i { low: a.low ^ b.low, high: a.high ^ b.high }
    }
    pub unsafe fn _mm256_andnot_si256(a: __m256i, b: __m256i) -> __m256i {
        __m256i { low: !a.low & b.low, high: !a.high & b.high }
    }
}
