//! Which adapters there are, and which one is used.
//!
//! The best one is a card of its own, then one within the processor, then a virtual one, then a driver in software.
//! Those that are equal stay in the order of the system.

use super::error::GpuError;

/// Kinds of machines that an adapter is, the best first: a card with its own memory, a part of the processor, of a virtual
/// machine, of unknown kind, a driver that computes on the processor.
const KINDS: [(wgpu::DeviceType, &str); 5] = [
    (wgpu::DeviceType::DiscreteGpu, "card"),
    (wgpu::DeviceType::IntegratedGpu, "integrated"),
    (wgpu::DeviceType::VirtualGpu, "virtual"),
    (wgpu::DeviceType::Other, "unknown"),
    (wgpu::DeviceType::Cpu, "software"),
];

/// An adapter of this machine.
#[derive(Clone, Debug, PartialEq)]
pub struct Adapter {
    /// Its name, as the driver says it.
    pub name: String,
    /// What kind of machine it is: card, integrated, virtual, unknown, software.
    pub kind: &'static str,
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
            kind: KINDS[rank(info.device_type)].1,
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
    all.sort_by_key(|adapter| rank(adapter.get_info().device_type));
    all
}

/// The place of a kind in the list.
fn rank(of: wgpu::DeviceType) -> usize {
    KINDS.iter().position(|(kind, _)| *kind == of).unwrap_or(3)
}
