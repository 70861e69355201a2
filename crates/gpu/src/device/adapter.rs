//! Which adapters there are, and which one is used.
//!
//! The best one is a card of its own, then one within the processor, then a virtual one, then a driver in software.
//! Those that are equal stay in the order of the system.

use super::error::GpuError;
use std::fmt;

/// What kind of machine an adapter is, the best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum AdapterKind {
    /// A card with its own memory.
    Card,
    /// A part of the processor.
    Integrated,
    /// Of a virtual machine.
    Virtual,
    /// The driver does not say.
    Unknown,
    /// A driver that computes on the processor.
    Software,
}

impl fmt::Display for AdapterKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Card => "card",
            Self::Integrated => "integrated",
            Self::Virtual => "virtual",
            Self::Unknown => "unknown",
            Self::Software => "software",
        })
    }
}

/// An adapter of this machine.
#[derive(Clone, Debug, PartialEq)]
pub struct Adapter {
    /// Its name, as the driver says it.
    pub name: String,
    /// What kind of machine it is.
    pub kind: AdapterKind,
    /// The driver.
    pub driver: String,
    /// Version and build of the driver.
    pub driver_info: String,
    /// The interface it is reached by: Vulkan, Metal, DX12.
    pub backend: String,
    /// What it can hold.
    pub limits: wgpu::Limits,
}

impl Adapter {
    /// All adapters of this machine, the best first. Those without compute shaders are left out.
    #[must_use]
    pub fn all() -> Vec<Self> {
        found().iter().map(Self::of).collect()
    }

    pub(super) fn of(adapter: &wgpu::Adapter) -> Self {
        let info = adapter.get_info();
        Self {
            kind: kind(info.device_type),
            name: info.name,
            driver: info.driver,
            driver_info: info.driver_info,
            backend: format!("{:?}", info.backend),
            limits: adapter.limits(),
        }
    }
}

/// The best adapter whose name contains `name`, in capitals or not.
pub(super) fn choose(name: Option<&str>) -> Result<wgpu::Adapter, GpuError> {
    let all = found();
    if all.is_empty() {
        return Err(GpuError::NoAdapter);
    }
    let wanted = name.unwrap_or_default().to_lowercase();
    let there = all.iter().map(|adapter| adapter.get_info().name).collect();
    all.into_iter()
        .find(|adapter| adapter.get_info().name.to_lowercase().contains(&wanted))
        .ok_or_else(|| GpuError::NoSuchAdapter { name: name.unwrap_or_default().to_owned(), there })
}

fn found() -> Vec<wgpu::Adapter> {
    let instance = wgpu::Instance::new(wgpu::InstanceDescriptor::new_without_display_handle());
    let mut all = pollster::block_on(instance.enumerate_adapters(wgpu::Backends::PRIMARY));
    all.retain(|a| a.get_downlevel_capabilities().flags.contains(wgpu::DownlevelFlags::COMPUTE_SHADERS));
    all.sort_by_key(|adapter| kind(adapter.get_info().device_type));
    all
}

fn kind(of: wgpu::DeviceType) -> AdapterKind {
    match of {
        wgpu::DeviceType::DiscreteGpu => AdapterKind::Card,
        wgpu::DeviceType::IntegratedGpu => AdapterKind::Integrated,
        wgpu::DeviceType::VirtualGpu => AdapterKind::Virtual,
        wgpu::DeviceType::Cpu => AdapterKind::Software,
        wgpu::DeviceType::Other => AdapterKind::Unknown,
    }
}
