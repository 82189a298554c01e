//! An unrolled list: a singly linked list of small arrays, none of them empty.

use bverify_contracts::*;

use crate::List;

/// The elements of a full chunk: few, so that short lists have several chunks, some of them full.
const CAPACITY: usize = 2;

type Link<T> = Option<Box<Chunk<T>>>;

/// A few elements in the first `len` places, and what comes after them.
#[invariant(0 < self.len && self.len <= CAPACITY)]
#[invariant((0..CAPACITY).all(|i| self.items[i].is_some() <==> i < self.len))]
struct Chunk<T> {
    items: [Option<T>; CAPACITY],
    len: usize,
    next: Link<T>,
}

/// A list of chunks.
#[shape]
pub struct UnrolledList<T> {
    head: Link<T>,
}

/// The elements from a chunk on.
#[model]
fn elements<T>(link: &Link<T>) -> Seq<T> {
    match link {
        None => Seq::new(),
        Some(chunk) => (0..chunk.len).map(|i| chunk.items[i].unwrap()) + elements(&chunk.next),
    }
}

impl<T> Chunk<T> {
    fn new(x: T) -> Box<Self> {
        Box::new(Chunk {
            items: [Some(x), None],
            len: 1,
            next: None,
        })
    }

    /// Puts `x` at a place of a chunk that is not full.
    fn insert(&mut self, at: usize, x: T) {
        for i in (at..self.len).rev() {
            self.items[i + 1] = self.items[i].take();
        }
        self.items[at] = Some(x);
        self.len += 1;
    }

    /// Takes out the element at a place.
    fn remove(&mut self, at: usize) -> Option<T> {
        let gone = self.items[at].take();
        for i in at + 1..self.len {
            self.items[i - 1] = self.items[i].take();
        }
        self.len -= 1;
        gone
    }

    /// Moves the upper half of a full chunk into a new one after it.
    fn split(&mut self) {
        let middle = CAPACITY / 2;
        let mut items = [None, None];
        for i in middle..CAPACITY {
            items[i - middle] = self.items[i].take();
        }
        self.len = middle;
        self.next = Some(Box::new(Chunk {
            items,
            len: CAPACITY - middle,
            next: self.next.take(),
        }));
    }

    /// The first place that holds `x`.
    fn position(&self, x: &T) -> Option<usize>
    where
        T: Eq,
    {
        (0..self.len).find(|i| self.items[*i].as_ref() == Some(x))
    }
}

/// Takes the element at a place of the chunk at `link` out, and the chunk as well if it was the last.
fn remove_at<T>(link: &mut Link<T>, at: usize) -> Option<T> {
    let chunk = link.as_mut()?;
    let gone = chunk.remove(at);
    if chunk.len == 0 {
        *link = chunk.next.take();
    }
    gone
}

impl<T> UnrolledList<T> {
    /// The empty list.
    #[ensures(result.head.is_none())]
    pub fn new() -> Self {
        UnrolledList { head: None }
    }

    /// The chunk that holds the element at `index`, and its place there.
    fn find(&self, index: usize) -> Option<(&Chunk<T>, usize)> {
        let mut rest = index;
        let mut chunk = self.head.as_deref()?;
        while rest >= chunk.len {
            rest -= chunk.len;
            chunk = chunk.next.as_deref()?;
        }
        Some((chunk, rest))
    }

    /// The link to the chunk that holds the element at `index`, and its place there.
    fn find_mut(&mut self, index: usize) -> Option<(&mut Link<T>, usize)> {
        let mut rest = index;
        let mut link = &mut self.head;
        loop {
            let len = link.as_ref()?.len;
            if rest < len {
                return Some((link, rest));
            }
            rest -= len;
            link = &mut link.as_mut()?.next;
        }
    }

    /// The link to the chunk that holds the first `x`, and its place there.
    fn find_item(&mut self, x: &T) -> Option<(&mut Link<T>, usize)>
    where
        T: Eq,
    {
        let mut link = &mut self.head;
        loop {
            if let Some(at) = link.as_ref()?.position(x) {
                return Some((link, at));
            }
            link = &mut link.as_mut()?.next;
        }
    }
}

impl<T> Default for UnrolledList<T> {
    fn default() -> Self {
        UnrolledList::new()
    }
}

impl<T: Clone + Eq> List<T> for UnrolledList<T> {
    #[model]
    fn view(&self) -> Seq<T> {
        elements(&self.head)
    }

    fn insert(&mut self, index: usize, x: T) {
        let mut rest = index;
        let mut link = &mut self.head;
        while let Some(chunk) = link {
            if rest < chunk.len && chunk.len == CAPACITY {
                chunk.split();
            }
            // Room at the end of a chunk is better than a new one after it.
            if rest <= chunk.len && chunk.len < CAPACITY {
                chunk.insert(rest, x);
                return;
            }
            rest -= chunk.len;
            link = &mut chunk.next;
        }
        assert!(rest == 0, "index out of bounds");
        *link = Some(Chunk::new(x));
    }

    fn push(&mut self, x: T) {
        let mut link = &mut self.head;
        while let Some(chunk) = link {
            if chunk.next.is_none() && chunk.len < CAPACITY {
                chunk.insert(chunk.len, x);
                return;
            }
            link = &mut chunk.next;
        }
        *link = Some(Chunk::new(x));
    }

    fn clear(&mut self) {
        self.head = None;
    }

    fn contains(&self, x: &T) -> bool {
        self.index_of(x).is_some()
    }

    fn get(&self, index: usize) -> T {
        match self.find(index) {
            Some((chunk, at)) => chunk.items[at].clone().unwrap(),
            None => panic!("index out of bounds"),
        }
    }

    fn index_of(&self, x: &T) -> Option<usize> {
        let mut before = 0;
        let mut link = &self.head;
        while let Some(chunk) = link {
            if let Some(at) = chunk.position(x) {
                return Some(before + at);
            }
            before += chunk.len;
            link = &chunk.next;
        }
        None
    }

    fn last_index_of(&self, x: &T) -> Option<usize> {
        let mut last = None;
        let mut before = 0;
        let mut link = &self.head;
        while let Some(chunk) = link {
            for at in 0..chunk.len {
                if chunk.items[at].as_ref() == Some(x) {
                    last = Some(before + at);
                }
            }
            before += chunk.len;
            link = &chunk.next;
        }
        last
    }

    fn is_empty(&self) -> bool {
        self.head.is_none()
    }

    fn remove(&mut self, index: usize) -> T {
        let Some((link, at)) = self.find_mut(index) else {
            panic!("index out of bounds");
        };
        remove_at(link, at).unwrap()
    }

    fn remove_item(&mut self, x: &T) -> bool {
        match self.find_item(x) {
            Some((link, at)) => {
                remove_at(link, at);
                true
            }
            None => false,
        }
    }

    fn set(&mut self, index: usize, x: T) -> T {
        let Some((Some(chunk), at)) = self.find_mut(index) else {
            panic!("index out of bounds");
        };
        chunk.items[at].replace(x).unwrap()
    }

    fn len(&self) -> usize {
        let mut len = 0;
        let mut link = &self.head;
        while let Some(chunk) = link {
            len += chunk.len;
            link = &chunk.next;
        }
        len
    }
}

#[cfg(test)]
crate::oracle::behaves_like_a_vec!(UnrolledList::new());
