//! A compute shader, ready to run.

use super::error::GpuError;
use super::gpu::Gpu;

/// A compute shader with its numbers filled in.
#[derive(Debug)]
pub struct Kernel {
    gpu: Gpu,
    label: &'static str,
    pipeline: wgpu::ComputePipeline,
}

impl Kernel {
    /// Compiles the entry `name` of a WGSL text; `constants` are its `override`s.
    ///
    /// # Errors
    /// If the driver does not take it.
    pub fn new(gpu: &Gpu, name: &'static str, wgsl: &str, constants: &[(&str, f64)]) -> Result<Self, GpuError> {
        gpu.check()?;
        let source = wgpu::ShaderSource::Wgsl(wgsl.into());
        let module = gpu.device().create_shader_module(wgpu::ShaderModuleDescriptor { label: Some(name), source });
        gpu.check()?;
        let pipeline = gpu.device().create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
            label: Some(name),
            layout: None,
            module: &module,
            entry_point: Some(name),
            compilation_options: wgpu::PipelineCompilationOptions { constants, ..Default::default() },
            cache: None,
        });
        gpu.check()?;
        Ok(Self { gpu: gpu.clone(), label: name, pipeline })
    }

    /// What it works on: entry `k` is `@group(0) @binding(k)`. What the shader does not use has no place here.
    #[must_use]
    pub fn bind(&self, entries: &[wgpu::BindingResource<'_>]) -> wgpu::BindGroup {
        let numbered: Vec<_> = (0..).zip(entries.iter().cloned()).collect();
        self.bind_at(&numbered)
    }

    /// The same with the numbers of bindings, for shaders that several kernels share.
    #[must_use]
    pub fn bind_at(&self, entries: &[(u32, wgpu::BindingResource<'_>)]) -> wgpu::BindGroup {
        let numbered = entries.iter();
        let entries: Vec<_> =
            numbered.map(|(k, entry)| wgpu::BindGroupEntry { binding: *k, resource: entry.clone() }).collect();
        self.gpu.device().create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some(self.label),
            layout: &self.pipeline.get_bind_group_layout(0),
            entries: &entries,
        })
    }

    /// Adds a run on so many workgroups to a list of commands; none if a number is zero.
    ///
    /// # Errors
    /// If there are more workgroups on a side than the device takes.
    pub fn run(
        &self,
        commands: &mut wgpu::CommandEncoder,
        bound: &wgpu::BindGroup,
        workgroups: [u32; 3],
    ) -> Result<(), GpuError> {
        let limit = self.gpu.adapter().limits.max_compute_workgroups_per_dimension;
        let most = workgroups.into_iter().max().unwrap_or(0);
        if most > limit {
            let (needed, limit) = (u64::from(most), u64::from(limit));
            let limit_name = "max_compute_workgroups_per_dimension";
            return Err(GpuError::TooLarge { what: self.label, needed, unit: "workgroups", limit, limit_name });
        }
        if workgroups.contains(&0) {
            return Ok(());
        }
        let mut pass = commands
            .begin_compute_pass(&wgpu::ComputePassDescriptor { label: Some(self.label), timestamp_writes: None });
        pass.set_pipeline(&self.pipeline);
        pass.set_bind_group(0, bound, &[]);
        pass.dispatch_workgroups(workgroups[0], workgroups[1], workgroups[2]);
        self.gpu.count_dispatch();
        Ok(())
    }
}

/// Workgroups of `size` that cover `items` in rows, since a side takes 65,535 at most: the kernel's item is
/// `(group.y * groups.x + group.x) * size + local`.
#[must_use]
pub fn groups(items: usize, size: usize) -> [u32; 3] {
    let all = items.div_ceil(size);
    let across = all.min(32_768);
    [across as u32, all.div_ceil(across.max(1)) as u32, 1]
}
