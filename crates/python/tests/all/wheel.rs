//! Builds the wheel, installs it into a fresh environment and asks it; and asks the same library in every Python that is
//! there. Needs `maturin` (`.ci/packages`) and a registry to install numpy from; what is missing is reported.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use wayfront_testkit::outside::{python, skip};

/// Larger ones are accepted too, but something that does not belong there got in.
const MOST_BYTES: u64 = 6_000_000;
/// What every wheel holds.
const CONTENTS: [&str; 6] = [
    "wayfront/__init__.py",
    "wayfront/_native.pyi",
    "wayfront/_native.abi3.so",
    "wayfront/py.typed",
    "LICENSE-MIT",
    "LICENSE-APACHE",
];
/// Wheels have no graphics cards, and say how to build one that has.
const QUESTION: &str = "import wayfront as wf; m = wf.PathMap(wf.builtin('office')); \n\
try: wf.adapters(); print('cards')\n\
except wf.Error as error: assert '--features gpu' in str(error), error\n\
print(m.cost(3, 2), m.costs([(3, 2), (20, 12)]).tobytes().hex(), wf.Simulation(wf.builtin('pocket'), seconds=2).run().summary['entered'])";

fn temporary() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).to_owned()
}

fn text(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

#[test]
fn the_wheel_is_built_and_installed() {
    let Some(python) = python("maturin, venv") else { return };
    let out = temporary().join("wheel");
    let _ = std::fs::remove_dir_all(&out);
    let built = Command::new(&python)
        .args(["-m", "maturin", "build", "--profile", "dev", "--strip", "--out"])
        .arg(&out)
        .arg("--manifest-path")
        .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml"))
        .args(["--interpreter", &python])
        // Features differ from those of the workspace, so all rooms are compiled once more, for two questions.
        .env("CARGO_PROFILE_DEV_OPT_LEVEL", "0")
        .output()
        .unwrap();
    assert!(built.status.success(), "{}", text(&built));
    let wheel = std::fs::read_dir(&out).unwrap().next().expect("a wheel").unwrap().path();
    let name = wheel.file_name().unwrap().to_string_lossy().into_owned();
    assert!(name.contains("-cp310-abi3-"), "{name} is for one version");
    let size = wheel.metadata().unwrap().len();
    println!("{name}: {size} bytes");
    let listed = Command::new(&python).args(["-m", "zipfile", "-l"]).arg(&wheel).output().unwrap();
    let contents = text(&listed);
    for file in CONTENTS {
        assert!(contents.contains(file), "{file} is missing:\n{contents}");
    }
    // A build with assertions is somewhat larger than what is released.
    assert!(size < 2 * MOST_BYTES, "{size} bytes");
    install_and_ask(&python, &wheel);
}

/// Installs the wheel as a user does, and asks it where nothing else of the project is in sight.
fn install_and_ask(python: &str, wheel: &Path) {
    let environment = temporary().join("fresh");
    let made = Command::new(python).args(["-m", "venv", "--clear"]).arg(&environment).output().unwrap();
    assert!(made.status.success(), "{}", text(&made));
    let own = environment.join("bin/python3");
    let installed = Command::new(&own)
        .args(["-m", "pip", "install", "--quiet", "--timeout", "20", "--retries", "1", "--disable-pip-version-check"])
        .arg(wheel)
        .env_remove("PYTHONPATH")
        .output()
        .unwrap();
    if !installed.status.success() && text(&installed).contains("numpy") {
        skip("numpy cannot be installed into a fresh environment");
        return;
    }
    assert!(installed.status.success(), "{}", text(&installed));
    let asked =
        Command::new(&own).args(["-c", QUESTION]).env_remove("PYTHONPATH").current_dir(temporary()).output().unwrap();
    assert!(asked.status.success(), "{}", text(&asked));
    assert!(text(&asked).starts_with("13.923493769869722 "), "{}", text(&asked));
}
