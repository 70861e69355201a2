//! The studio as people use it: a real browser, a real server, pointer and keys. Skipped with one line where there is no
//! Chromium. Pictures of every test are kept in `target/studio-pictures`: look at them.

mod chrome;
mod drawing;
mod files;
mod films;
mod keyboard;
mod runs;
mod seen;
mod tour;
mod types;

use chrome::Page;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use wayfront_studio::{Studio, StudioOptions};

/// One browser at a time: a machine with two cores runs no more of them smoothly.
static TURN: Mutex<()> = Mutex::new(());

/// A studio and a page that looks into it.
struct Visit {
    page: Page,
    /// Always there but between two studios.
    studio: Option<Studio>,
    folder: PathBuf,
    _turn: MutexGuard<'static, ()>,
}

impl Visit {
    /// Opens a scene in a window of the usual size; `None` where there is no browser.
    fn to(scene: Option<&str>) -> Option<Self> {
        Self::in_window(scene, [1440, 900])
    }

    fn in_window(scene: Option<&str>, size: [u32; 2]) -> Option<Self> {
        let turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
        let folder = std::env::temp_dir().join(format!(
            "wayfront-visit-{}-{:?}",
            std::process::id(),
            std::thread::current().id()
        ));
        std::fs::create_dir_all(&folder).expect("a folder of its own");
        let options = StudioOptions { scene: scene.map(str::to_owned), ..options(&folder) };
        let studio = Studio::start(&options).expect("the studio starts");
        let page = Page::open(studio.url(), size)?;
        Some(Self { page, studio: Some(studio), folder, _turn: turn })
    }

    /// Opens a file of the folder of this visit.
    fn to_file(name: &str, text: &str) -> Option<Self> {
        let mut visit = Self::to(None)?;
        std::fs::write(visit.folder.join(name), text).expect("a file is written");
        visit.start_again(name);
        Some(visit)
    }

    /// Ends the studio, and starts another one with a file of the folder.
    fn start_again(&mut self, name: &str) {
        let options =
            StudioOptions { scene: Some(self.folder.join(name).display().to_string()), ..options(&self.folder) };
        // The old one ends first: it keeps what is not saved.
        self.page.leave();
        self.studio = None;
        let studio = self.studio.insert(Studio::start(&options).expect("the studio starts"));
        self.page.go(studio.url());
    }

    /// Opens a scene that is written here.
    fn to_text(text: &str) -> Option<Self> {
        let mut visit = Self::to(None)?;
        visit.page.drop_file("plan.toml", text);
        visit.page.wait("window.studio.state().things.length > 3");
        visit.page.settle();
        Some(visit)
    }

    /// The address of the socket of a further page.
    fn socket(&self) -> String {
        let url = self.studio.as_ref().expect("a studio").url();
        format!("{}socket", url.replacen("http", "ws", 1))
    }

    /// The end of a test: nothing was complained about.
    fn finish(mut self) {
        assert_eq!(self.page.errors(), Vec::<String>::new(), "the console is quiet");
        let Self { page, studio, folder, _turn } = self;
        drop((page, studio));
        let _ = std::fs::remove_dir_all(folder);
    }
}

/// The page's files as they are in the folder, not as they were built in.
fn options(folder: &Path) -> StudioOptions {
    let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("page");
    StudioOptions { assets: Some(assets), folder: folder.to_owned(), ..StudioOptions::default() }
}

/// A hall with an exit at the east, 24 by 12.
const HALL: &str = r#"
name = "Hall"

[world]
boundary  = [[0, 0], [24, 0], [24, 12], [0, 12]]
obstacles = [[[5, 4], [8, 4], [8, 8], [5, 8]]]

[[exits]]
name    = "east"
segment = [[24, 5], [24, 7]]
"#;
