//! Saved samples: the bytes are what numpy expects, and numpy itself, where it is installed, agrees.

use std::collections::HashMap;
use std::process::Command;
use std::sync::Arc;
use wayfront_domain::Domain;
use wayfront_geometry::Raster;
use wayfront_pathmap::PathMap;
use wayfront_testkit::outside::python;
use wayfront_views::Sample;

fn sample() -> Sample {
    // Two stairwells that are segments, so that the table has points and sides of segments.
    let world = wayfront_world::builtin("office").unwrap();
    let domain = Arc::new(Domain::without_doors(&world).unwrap());
    let map = PathMap::new(domain.clone(), &world.sources).unwrap();
    Sample::of(&map, &Raster::new(domain.bounds(), 60, 45).unwrap())
}

fn u16_at(bytes: &[u8], at: usize) -> usize {
    u16::from_le_bytes(bytes[at..at + 2].try_into().unwrap()).into()
}

fn u32_at(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap())
}

fn f64_at(bytes: &[u8], at: usize) -> f64 {
    f64::from_le_bytes(bytes[at..at + 8].try_into().unwrap())
}

/// The checksum bit by bit, as the definition says.
fn slow_crc(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0u32, |crc, &byte| {
        (0..8).fold(crc ^ u32::from(byte), |crc, _| (crc >> 1) ^ if crc & 1 == 1 { 0xedb8_8320 } else { 0 })
    })
}

/// Files of an archive: found by its directory, checked against their own heads.
fn unpack(archive: &[u8]) -> HashMap<String, Vec<u8>> {
    let end = archive.len() - 22;
    assert_eq!(&archive[end..end + 4], b"PK\x05\x06");
    let mut at = u32_at(archive, end + 16) as usize;
    assert_eq!(at + u32_at(archive, end + 12) as usize, end);
    let mut files = HashMap::new();
    for _ in 0..u16_at(archive, end + 10) {
        assert_eq!(&archive[at..at + 4], b"PK\x01\x02");
        let (size, name_length) = (u32_at(archive, at + 24) as usize, u16_at(archive, at + 28));
        let name = std::str::from_utf8(&archive[at + 46..at + 46 + name_length]).unwrap();
        let head = u32_at(archive, at + 42) as usize;
        assert_eq!(&archive[head..head + 4], b"PK\x03\x04");
        // Version to checksum to lengths: the same in both places.
        assert_eq!(archive[head + 4..head + 30], archive[at + 6..at + 32]);
        let start = head + 30 + name_length;
        let bytes = &archive[start..start + size];
        assert_eq!(slow_crc(bytes), u32_at(archive, at + 16), "{name}");
        files.insert(name.to_owned(), bytes.to_vec());
        at += 46 + name_length;
    }
    assert_eq!(at, end);
    files
}

/// Header and numbers of an array.
fn parts(array: &[u8]) -> (String, &[u8]) {
    assert_eq!(&array[..8], b"\x93NUMPY\x01\x00");
    let end = 10 + u16_at(array, 8);
    assert_eq!((end % 64, array[end - 1]), (0, b'\n'));
    (std::str::from_utf8(&array[10..end]).unwrap().trim_end().to_owned(), &array[end..])
}

#[test]
fn the_archive_holds_the_arrays() {
    let sample = sample();
    let mut bytes = Vec::new();
    sample.write_npz(&mut bytes).unwrap();
    let files = unpack(&bytes);
    assert_eq!(files.len(), 4);

    let (header, costs) = parts(&files["cost.npy"]);
    assert_eq!(header, "{'descr': '<f4', 'fortran_order': False, 'shape': (45, 60), }");
    assert!(costs.chunks(4).zip(sample.costs()).all(|(b, v)| b == v.to_le_bytes()));
    assert_eq!(costs.len(), 4 * 60 * 45);

    let (header, generators) = parts(&files["generator.npy"]);
    assert_eq!(header, "{'descr': '<u4', 'fortran_order': False, 'shape': (45, 60), }");
    assert!(generators.chunks(4).zip(sample.generators()).all(|(b, v)| b == v.to_le_bytes()));

    let (header, bounds) = parts(&files["bounds.npy"]);
    assert_eq!(header, "{'descr': '<f8', 'fortran_order': False, 'shape': (4,), }");
    let b = sample.raster().bounds();
    assert_eq!([0, 8, 16, 24].map(|at| f64_at(bounds, at)), [b.min.x, b.min.y, b.max.x, b.max.y]);

    let (header, table) = parts(&files["generators.npy"]);
    assert!(
        header.starts_with("{'descr': [('x', '<f8'), ('y', '<f8'), ('x2', '<f8'), ('y2', '<f8'), ('cost', '<f8'), ")
    );
    assert_eq!(table.len(), 48 * sample.table().len());
    for (row, generator) in table.chunks(48).zip(sample.table()) {
        let [p, q] = generator.ends;
        assert_eq!([0, 8, 16, 24, 32].map(|at| f64_at(row, at)), [p.x, p.y, q.x, q.y, generator.cost]);
        assert_eq!(u32_at(row, 40), generator.parent.unwrap_or(u32::MAX));
        assert_eq!(u32_at(row, 44), generator.source.unwrap_or(u32::MAX));
    }
}

#[test]
fn numpy_opens_it() {
    let Some(python) = python("numpy") else { return };
    let sample = sample();
    let path = std::env::temp_dir().join(format!("wayfront-sample-{}.npz", std::process::id()));
    sample.save_npz(&path).unwrap();
    let script = "import numpy, sys
s = numpy.load(sys.argv[1])
c, g, t = s['cost'], s['generator'], s['generators']
assert c.shape == g.shape == (45, 60) and c.dtype == 'float32' and g.dtype == 'uint32' and s['bounds'].shape == (4,)
free = g != 0xffffffff
assert (numpy.isfinite(c) == free).all() and (t['source'][g[free]] < 2).all()
x0, y0, x1, y1 = s['bounds']
y, x = numpy.mgrid[0:45, 0:60] + 0.5
x, y = (x0 + x * (x1 - x0) / 60)[free], (y0 + y * (y1 - y0) / 45)[free]
t = t[g[free]]
points = t['x'] == t['x2']
d = numpy.hypot(t['x'] - x, t['y'] - y) + t['cost'] - c[free]
assert abs(d[points & (t['y'] == t['y2'])]).max() < 1e-4
print(c.size)";
    let output = Command::new(python).args(["-c", script]).arg(&path).output().unwrap();
    std::fs::remove_file(&path).unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(String::from_utf8_lossy(&output.stdout).trim(), "2700");
}
