//! A device: adapters by name, kept buffers, limits, loss.

use wayfront_gpu::device::{Kernel, Readback, Store, groups};
use wayfront_gpu::{Adapter, Gpu, GpuError};

use crate::common::gpu;

const DOUBLE: &str = "
    @group(0) @binding(0) var<storage, read_write> numbers: array<u32>;
    @compute @workgroup_size(64) fn double(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
                                           @builtin(local_invocation_index) local: u32) {
        let k = (group.y * groups.x + group.x) * 64u + local;
        if k < arrayLength(&numbers) { numbers[k] = 2u * numbers[k]; }
    }";

#[test]
fn a_kernel_doubles_numbers() {
    let Some(gpu) = gpu() else { return };
    let kernel = Kernel::new(&gpu, "double", DOUBLE, &[]).unwrap();
    let mut store = Store::array(&gpu, "numbers").unwrap();
    let mut readback = Readback::new(&gpu).unwrap();
    for count in [0, 1, 63, 64, 65, 100_000] {
        let numbers: Vec<u32> = (0..count).collect();
        store.write(&numbers).unwrap();
        let bound = kernel.bind(&[store.binding()]);
        let mut commands = gpu.commands();
        kernel.run(&mut commands, &bound, groups(numbers.len(), 64)).unwrap();
        gpu.submit(commands).unwrap();
        let doubled: Vec<u32> = readback.rows(store.buffer(), numbers.len()).unwrap();
        assert_eq!(doubled, numbers.iter().map(|n| 2 * n).collect::<Vec<_>>());
    }
}

#[test]
fn buffers_are_kept() {
    let Some(gpu) = gpu() else { return };
    let mut store = Store::array(&gpu, "rows").unwrap();
    store.write(&[1_u32; 100]).unwrap();
    let before = gpu.counts();
    store.write(&[1_u32; 100]).unwrap();
    store.write(&[1_u32; 3]).unwrap();
    let after = gpu.counts();
    assert_eq!((after.buffers, after.uploaded), (before.buffers, before.uploaded + 412));
    assert_eq!(store.generation(), 1);
}

#[test]
fn beyond_the_limits_is_refused_with_the_numbers() {
    let Some(gpu) = gpu() else { return };
    let limit = gpu.adapter().limits.max_storage_buffer_binding_size.min(gpu.adapter().limits.max_buffer_size);
    let error = Store::array(&gpu, "rows").unwrap().reserve(limit + 4).unwrap_err();
    let needed = limit + 4;
    let expected =
        format!("rows needs {needed} bytes, the device's limit is {limit} (max_storage_buffer_binding_size)");
    assert_eq!(error.to_string(), expected);
    let side = gpu.adapter().limits.max_texture_dimension_2d as usize + 1;
    let usage = wgpu::TextureUsages::STORAGE_BINDING;
    let error = gpu.texture("costs", (side, 1), wgpu::TextureFormat::R32Float, usage).unwrap_err();
    assert!(matches!(error, GpuError::TooLarge { unit: "pixels", .. }), "{error}");
}

#[test]
fn names_choose() {
    let Some(gpu) = gpu() else { return };
    let name = &gpu.adapter().name;
    let part: String = name.to_uppercase().chars().take(5).collect();
    assert_eq!(&Gpu::open(Some(&part)).unwrap().adapter().name, name);
    let error = Gpu::open(Some("abacus")).unwrap_err();
    let there = Adapter::all().into_iter().map(|adapter| adapter.name).collect();
    assert_eq!(error, GpuError::NoSuchAdapter { name: "abacus".into(), there });
    assert!(error.to_string().starts_with("no adapter is called 'abacus': there is '"));
}

#[test]
fn a_lost_device_is_an_error() {
    let Some(gpu) = gpu() else { return };
    let kernel = Kernel::new(&gpu, "double", DOUBLE, &[]).unwrap();
    let mut store = Store::array(&gpu, "numbers").unwrap();
    let mut readback = Readback::new(&gpu).unwrap();
    store.write(&[1_u32; 10]).unwrap();
    let bound = kernel.bind(&[store.binding()]);
    let mut commands = gpu.commands();
    kernel.run(&mut commands, &bound, [1, 1, 1]).unwrap();
    gpu.close();
    let lost = |error: GpuError| assert!(matches!(error, GpuError::Lost { .. }), "{error}");
    lost(gpu.submit(commands).unwrap_err());
    lost(gpu.finish().unwrap_err());
    lost(store.write(&[1_u32; 1000]).unwrap_err());
    lost(readback.rows::<u32>(store.buffer(), 10).unwrap_err());
    lost(Kernel::new(&gpu, "double", DOUBLE, &[]).unwrap_err());
}

#[test]
fn a_shader_that_is_wrong_is_an_error() {
    let Some(gpu) = gpu() else { return };
    let error = Kernel::new(&gpu, "double", "nonsense", &[]).unwrap_err();
    assert!(matches!(error, GpuError::Driver { .. }), "{error}");
    gpu.check().unwrap();
}
