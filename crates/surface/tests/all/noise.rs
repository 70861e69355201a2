//! No bytes make a reader of meshes panic, hang or fill the memory: sound files with bytes and numbers changed.

use wayfront_surface::{MeshFormat, read_bytes};
use wayfront_testkit::bytes::{corpus, damaged};
use wayfront_testkit::rng::Congruential;
use wayfront_testkit::runner::each_seed;

/// Files that are damaged for each seed.
const FILES: usize = 40;

const OFF: &[u8] = b"OFF\n4 4 0\n0 0 0\n1 0 0\n0 1 0 # a comment\n0 0 1\n3 0 2 1\n3 0 1 3\n3 1 2 3\n3 0 3 2 255 0 0\n";
const OBJ: &[u8] = b"# x\nv 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nvn 1 0 0\nf 1 3 2\nf 1/1 2/2 4/3\nf -3//1 -2//2 -1//1\n";
const PLY: &[u8] = b"ply\nformat ascii 1.0\ncomment x\nelement vertex 4\nproperty float x\nproperty float y\n\
    property float z\nelement nothing 3\nelement face 4\nproperty list uchar int vertex_indices\nend_header\n\
    0 0 0\n1 0 0\n0 1 0\n0 0 1\n3 0 2 1\n3 0 1 3\n3 1 2 3\n3 0 3 2\n";
const BINARY: &[u8] = b"ply\nformat binary_little_endian 1.0\nelement vertex 3\nproperty float x\nproperty double y\n\
    property short z\nelement face 1\nproperty list uchar uint vertex_indices\nend_header\n\
    \x00\x00\x80\x3f\x00\x00\x00\x00\x00\x00\x00\x00\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\xf0\x3f\x00\x00\
    \x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x03\x00\x00\x00\x00\x01\x00\x00\x00\x02\x00\x00\x00";
const STL: &[u8] =
    b"solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\nendsolid\n";

fn reads_or_refuses(name: &str, format: MeshFormat, own: &[&[u8]], ending: &str) {
    let mut samples: Vec<Vec<u8>> = own.iter().map(|sample| sample.to_vec()).collect();
    samples.extend(corpus(&[ending]).into_iter().map(|(_, bytes)| bytes));
    each_seed(name, 5, |seed| {
        let mut random = Congruential::new(seed ^ 0x5eed);
        for _ in 0..FILES {
            let bytes = damaged(&samples[random.below(samples.len())], &mut random);
            if let Ok(mesh) = read_bytes(&bytes, format) {
                assert!(mesh.face_count() > 0 && mesh.points().iter().all(|p| p.is_finite()));
                let count = mesh.vertex_count() as u32;
                assert!(mesh.faces().iter().flatten().all(|&v| v < count));
            }
        }
    });
}

#[test]
fn samples_are_sound() {
    let samples = [(OFF, MeshFormat::Off), (OBJ, MeshFormat::Obj), (PLY, MeshFormat::Ply), (STL, MeshFormat::Stl)];
    for (sample, format) in samples.into_iter().chain([(BINARY, MeshFormat::Ply)]) {
        read_bytes(sample, format).unwrap_or_else(|e| panic!("{format:?}: {e}"));
    }
}

#[test]
fn damaged_off() {
    reads_or_refuses("damaged_off", MeshFormat::Off, &[OFF], "off");
}

#[test]
fn damaged_obj() {
    reads_or_refuses("damaged_obj", MeshFormat::Obj, &[OBJ], "obj");
}

#[test]
fn damaged_ply() {
    reads_or_refuses("damaged_ply", MeshFormat::Ply, &[PLY, BINARY], "ply");
}

#[test]
fn damaged_stl() {
    reads_or_refuses("damaged_stl", MeshFormat::Stl, &[STL], "stl");
}
