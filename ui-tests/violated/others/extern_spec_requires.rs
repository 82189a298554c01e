//! What an external contract requires is the caller's duty.

use bverify_contracts::*;

#[extern_model(device::Sensor)]
mod model {
    pub struct Sensor {
        pub reading: u8,
    }
}

#[extern_spec]
impl device::Sensor {
    #[requires(limit > 0)]
    #[ensures(self.reading <= limit)]
    fn sample(&mut self, limit: u8) -> u8;
}

#[ensures(sensor.reading <= limit)]
pub fn sample(sensor: &mut device::Sensor, limit: u8) -> u8 {
    sensor.sample(limit)
}
