//! Draws an exact path map without taking it off the card: samples it into textures, binds them in a render pass of its
//! own, and draws regions and lines of equal cost in a shader. Off screen: only the picture comes back, to be written.
//!
//! ```sh
//! cargo run -p wayfront-gpu --example isolines -- office isolines.png
//! ```

use std::error::Error;
use wayfront_domain::{Guide, Scene};
use wayfront_geometry::Raster;
use wayfront_gpu::device::{Readback, Uniform};
use wayfront_gpu::{Gpu, GpuMap, GpuSample, Textures};
use wayfront_pathmap::PathMap;

/// Pixels along the longer side.
const SIZE: u32 = 1000;
const FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Rgba8Unorm;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let name = arguments.next().unwrap_or_else(|| "office".into());
    let file = arguments.next().unwrap_or_else(|| "isolines.png".into());
    let by_cost = arguments.next().is_some_and(|word| word == "cost");
    let map = PathMap::of(&Scene::open(&name)?)?;
    let gpu = Gpu::open(None)?;
    let raster = Raster::fitting(map.domain().bounds(), SIZE)?;

    let mut card = GpuMap::new(&gpu, &map)?;
    let mut sample = GpuSample::new(&gpu)?;
    sample.draw(&mut card, &raster)?;
    let textures = sample.textures().ok_or("nothing was drawn")?;

    let corners = map.domain().corner_points().iter();
    let most = corners.filter_map(|&p| map.cost(p).ok()).fold(0.0, f64::max);
    let picture = drawn(&gpu, textures, most as f32, by_cost)?;
    let pixels: Vec<u32> = Readback::new(&gpu)?.pixels(&picture)?;
    write_png(&file, picture.width(), picture.height(), bytemuck::cast_slice(&pixels))?;
    println!("{name}: {} x {} pixels on {}; {file}", picture.width(), picture.height(), gpu.adapter().name);
    Ok(())
}

/// A render pass over the sample's textures, as a program that draws a window would have it.
fn drawn(gpu: &Gpu, textures: Textures<'_>, most: f32, by_cost: bool) -> Result<wgpu::Texture, Box<dyn Error>> {
    let device = gpu.device();
    let source = wgpu::ShaderSource::Wgsl(include_str!("isolines.wgsl").into());
    let module = device.create_shader_module(wgpu::ShaderModuleDescriptor { label: Some("isolines"), source });
    let pipeline = device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
        label: Some("isolines"),
        layout: None,
        vertex: wgpu::VertexState {
            module: &module,
            entry_point: Some("cover"),
            compilation_options: wgpu::PipelineCompilationOptions::default(),
            buffers: &[],
        },
        primitive: wgpu::PrimitiveState::default(),
        depth_stencil: None,
        multisample: wgpu::MultisampleState::default(),
        fragment: Some(wgpu::FragmentState {
            module: &module,
            entry_point: Some("paint"),
            compilation_options: wgpu::PipelineCompilationOptions::default(),
            targets: &[Some(FORMAT.into())],
        }),
        multiview_mask: None,
        cache: None,
    });
    let mut look = Uniform::new(gpu, "look")?;
    look.set([16.0_f32.to_bits(), most.to_bits(), u32::from(by_cost), 0])?;
    let [costs, generators] = [textures.costs, textures.generators]
        .map(|texture| texture.create_view(&wgpu::TextureViewDescriptor::default()));
    let entries = [
        wgpu::BindGroupEntry { binding: 0, resource: wgpu::BindingResource::TextureView(&costs) },
        wgpu::BindGroupEntry { binding: 1, resource: wgpu::BindingResource::TextureView(&generators) },
        wgpu::BindGroupEntry { binding: 2, resource: look.binding() },
    ];
    let layout = pipeline.get_bind_group_layout(0);
    let bound =
        device.create_bind_group(&wgpu::BindGroupDescriptor { label: None, layout: &layout, entries: &entries });
    let size = (textures.costs.width() as usize, textures.costs.height() as usize);
    let usage = wgpu::TextureUsages::RENDER_ATTACHMENT | wgpu::TextureUsages::COPY_SRC;
    let picture = gpu.texture("picture", size, FORMAT, usage)?;
    let view = picture.create_view(&wgpu::TextureViewDescriptor::default());
    let mut commands = gpu.commands();
    {
        let mut pass = commands.begin_render_pass(&wgpu::RenderPassDescriptor {
            label: Some("isolines"),
            color_attachments: &[Some(wgpu::RenderPassColorAttachment {
                view: &view,
                depth_slice: None,
                resolve_target: None,
                ops: wgpu::Operations { load: wgpu::LoadOp::Clear(wgpu::Color::BLACK), store: wgpu::StoreOp::Store },
            })],
            ..Default::default()
        });
        pass.set_pipeline(&pipeline);
        pass.set_bind_group(0, &bound, &[]);
        pass.draw(0..3, 0..1);
    }
    gpu.submit(commands)?;
    Ok(picture)
}

fn write_png(file: &str, width: u32, height: u32, rgba: &[u8]) -> Result<(), Box<dyn Error>> {
    let mut encoder = png::Encoder::new(std::io::BufWriter::new(std::fs::File::create(file)?), width, height);
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.write_header()?.write_image_data(rgba)?;
    Ok(())
}
