//! Runs pytest on the library that cargo has just built, beside what the library itself answers in Rust.
//!
//! The package is put together in cargo's folder for tests: the Python sources, and the native module from `deps/`, where
//! the newest one is (cargo renews the copy above it for builds alone, not for tests). Without pytest, numpy, shapely and
//! pandas the tests are skipped, and say so; `.ci/packages` installs them.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use wayfront::domain::{Guide, NoPath};
use wayfront::geometry::Point;
use wayfront::world::{Random, builtin_names};
use wayfront::{PathMap, Scene};
use wayfront_testkit::outside::python;

/// Points that are asked about in each scene.
const POINTS: usize = 10_000;

fn room() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// The native module that was built with this test.
fn library() -> PathBuf {
    let own = std::env::current_exe().unwrap();
    own.with_file_name(format!("{}wayfront_python{}", std::env::consts::DLL_PREFIX, std::env::consts::DLL_SUFFIX))
}

/// The package as it would be installed, in a folder for `PYTHONPATH`; put together once for all tests.
fn installed() -> &'static Path {
    static SITE: OnceLock<PathBuf> = OnceLock::new();
    SITE.get_or_init(install)
}

fn install() -> PathBuf {
    let site = Path::new(env!("CARGO_TARGET_TMPDIR")).join("site");
    let package = site.join("wayfront");
    let _ = std::fs::remove_dir_all(&site);
    std::fs::create_dir_all(&package).unwrap();
    for entry in std::fs::read_dir(room().join("python/wayfront")).unwrap().map(|entry| entry.unwrap().path()) {
        if entry.is_file() {
            std::fs::copy(&entry, package.join(entry.file_name().unwrap())).unwrap();
        }
    }
    let name = if cfg!(windows) { "_native.pyd" } else { "_native.abi3.so" };
    std::fs::copy(library(), package.join(name)).unwrap();
    site
}

/// What the library answers: x, y, cost, aim and source of random points, in and around each scene.
fn write_answers(folder: &Path) {
    let _ = std::fs::remove_dir_all(folder);
    std::fs::create_dir_all(folder).unwrap();
    let mut names = String::new();
    for (k, (name, _)) in builtin_names().enumerate() {
        let Ok(map) = Scene::open(name).map_err(drop).and_then(|scene| PathMap::of(&scene).map_err(drop)) else {
            continue; // a scene without sources
        };
        let around = map.domain().bounds();
        let around = around.grown(0.05 * around.size());
        let mut random = Random::new(20 + k as u64);
        let mut bytes = Vec::new();
        for _ in 0..POINTS {
            let p = Point::new(random.between(around.min.x, around.max.x), random.between(around.min.y, around.max.y));
            let [cost, x, y, source] = match map.answer(p) {
                Ok(answer) => {
                    assert_eq!(map.cost(p), Ok(answer.cost));
                    [answer.cost, answer.aim.x, answer.aim.y, answer.source as f64]
                }
                Err(NoPath::Unreachable) => [f64::INFINITY, f64::NAN, f64::NAN, -1.0],
                Err(_) => [f64::NAN, f64::NAN, f64::NAN, -1.0],
            };
            bytes.extend([p.x, p.y, cost, x, y, source].iter().flat_map(|number| number.to_le_bytes()));
        }
        std::fs::write(folder.join(format!("{name}.bin")), bytes).unwrap();
        let _ = write!(names, "{}\"{name}\"", if names.is_empty() { "" } else { ", " });
    }
    std::fs::write(folder.join("index.json"), format!("[{names}]")).unwrap();
}

fn run(command: &mut Command) {
    let output = command.output().unwrap();
    let text = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    println!("{text}");
    for line in text.lines().filter(|line| line.starts_with("SKIPPED")) {
        wayfront_testkit::outside::skip(line);
    }
    assert!(output.status.success(), "{command:?}");
}

#[test]
fn the_package_passes_its_tests() {
    let Some(python) = python("pytest, numpy, shapely, pandas") else { return };
    let site = installed();
    let answers = site.with_file_name("answers");
    write_answers(&answers);
    let mut command = Command::new(&python);
    command
        .args(["-m", "pytest", "-rs", "-p", "no:cacheprovider", "--import-mode=importlib", "-c"])
        .arg(room().join("pyproject.toml"))
        .arg("--rootdir")
        .arg(room())
        .arg(room().join("tests"))
        .arg(site.join("wayfront"))
        .env("PYTHONPATH", site)
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .env("WAYFRONT_EXPECTED", &answers)
        .current_dir(site.parent().unwrap());
    run(&mut command);
}

/// One build is for all versions of Python: every one that is there and has numpy gives the same bits.
#[test]
fn every_python_gives_the_same_answers() {
    const QUESTION: &str = "import sys, wayfront as wf; m = wf.PathMap(wf.builtin('office')); \
        run = wf.Simulation(wf.builtin('pocket'), seconds=2).run(); \
        print(m.costs([(3, 2), (20, 12)]).tobytes().hex(), run.columns['x'].tobytes().hex())";
    let site = installed();
    let (mut answers, mut asked) = (Vec::new(), Vec::new());
    for name in ["python3", "python3.10", "python3.11", "python3.12", "python3.13", "python3.14"] {
        let has_numpy = Command::new(name).args(["-c", "import numpy"]).output().is_ok_and(|o| o.status.success());
        if has_numpy {
            let output = Command::new(name).args(["-c", QUESTION]).env("PYTHONPATH", site).output().unwrap();
            assert!(output.status.success(), "{name}: {}", String::from_utf8_lossy(&output.stderr));
            answers.push(output.stdout);
            asked.push(name);
        }
    }
    println!("{asked:?}");
    if asked.is_empty() {
        wayfront_testkit::outside::skip("no Python with numpy");
    }
    assert!(answers.windows(2).all(|pair| pair[0] == pair[1]), "{asked:?} differ");
}
