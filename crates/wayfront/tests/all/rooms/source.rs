//! Reads the source of a room: its modules, and the paths by which each names others.
//!
//! It reads tokens and compiles nothing: code that is compiled for tests alone is left out, then `use` trees and paths that begin with `crate`, `super` or `self` are followed. A name that a module only passes on
//! (`use`) leads to where it comes from, so nothing hides behind a re-export. Macros and globs are not looked into.

use proc_macro2::{Delimiter, Spacing, TokenStream, TokenTree};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// A module by its path from the root of its crate; the root itself is empty.
pub type ModulePath = Vec<String>;

/// A name that a module takes from elsewhere: the name it has there, and the path as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Import {
    pub name: String,
    pub path: Vec<String>,
    pub is_public: bool,
}

/// What one file says.
#[derive(Clone, Debug, Default)]
pub struct Module {
    pub imports: Vec<Import>,
    /// Paths in the code itself.
    pub paths: Vec<Vec<String>>,
    /// `pub struct`, `enum`, `trait`, `type` and `union`.
    pub types: BTreeSet<String>,
}

/// All modules of a crate.
#[derive(Clone, Debug, Default)]
pub struct Crate {
    pub modules: BTreeMap<ModulePath, Module>,
}

impl Crate {
    /// Reads a `src` folder.
    pub fn read(src: &Path) -> Self {
        let mut found = Self::default();
        found.read_folder(src, &[]);
        found
    }

    fn read_folder(&mut self, folder: &Path, path: &[String]) {
        let Ok(entries) = std::fs::read_dir(folder) else { return };
        for entry in entries.map(|entry| entry.unwrap().path()) {
            let stem = entry.file_stem().unwrap().to_str().unwrap().to_owned();
            let is_root = matches!(stem.as_str(), "lib" | "main" | "mod");
            let inner = if is_root { path.to_vec() } else { [path, &[stem]].concat() };
            if entry.is_dir() {
                self.read_folder(&entry, &inner);
            } else if entry.extension().is_some_and(|e| e == "rs") {
                let module = Module::read(&std::fs::read_to_string(&entry).unwrap());
                self.modules.insert(inner, module);
            }
        }
    }

    /// A crate of files given as text, by their module paths: `a::b`.
    pub fn of_texts(texts: &[(&str, &str)]) -> Self {
        let path = |name: &str| name.split("::").filter(|s| !s.is_empty()).map(str::to_owned).collect();
        Self { modules: texts.iter().map(|(name, text)| (path(name), Module::read(text))).collect() }
    }

    /// The modules that each module uses.
    pub fn uses(&self) -> BTreeSet<(ModulePath, ModulePath)> {
        let mut uses = BTreeSet::new();
        for (from, module) in &self.modules {
            let imported = module.imports.iter().map(|import| &import.path);
            for path in imported.chain(&module.paths) {
                if let Some(to) = self.resolve(from, path, 0) {
                    uses.insert((from.clone(), to));
                }
            }
        }
        uses
    }

    /// The module in which a path of a module ends; `None` if it leads to another crate.
    fn resolve(&self, from: &ModulePath, path: &[String], depth: usize) -> Option<ModulePath> {
        let (mut at, mut rest) = (from.clone(), path);
        match rest.first().map(String::as_str) {
            Some("crate") => (at, rest) = (Vec::new(), &rest[1..]),
            Some("self") => rest = &rest[1..],
            Some("super") => {
                while rest.first().is_some_and(|first| first == "super") {
                    at.pop();
                    rest = &rest[1..];
                }
            }
            // A child, or else a name that is in scope here, or a crate.
            Some(first) if self.modules.contains_key(&[&at[..], &[first.to_owned()]].concat()) => {}
            _ => return None,
        }
        // Names are passed on a few times at most; a circle of re-exports would not compile.
        while let Some((first, more)) = rest.split_first().filter(|_| depth < 16) {
            let child = [&at[..], std::slice::from_ref(first)].concat();
            if self.modules.contains_key(&child) {
                (at, rest) = (child, more);
                continue;
            }
            let import = self.modules.get(&at).and_then(|m| m.imports.iter().find(|i| i.name == *first));
            let Some(import) = import else { break };
            return self.resolve(&at, &[&import.path[..], more].concat(), depth + 1);
        }
        Some(at)
    }

    /// Public types that can be named from outside as `crate::Name`: defined in the root or passed on by it.
    pub fn public_types(&self) -> BTreeSet<String> {
        let Some(root) = self.modules.get(&Vec::new()) else { return BTreeSet::new() };
        let mut names = root.types.clone();
        for import in root.imports.iter().filter(|import| import.is_public) {
            let defined = import.path.last().unwrap_or(&import.name);
            let home = self.resolve(&Vec::new(), &import.path, 0).and_then(|home| self.modules.get(&home));
            match home {
                Some(module) if import.name == "*" => names.extend(module.types.iter().cloned()),
                Some(module) if module.types.contains(defined) => names.extend([import.name.clone()]),
                _ => {}
            }
        }
        names
    }
}

impl Module {
    /// Reads the text of a file.
    pub fn read(text: &str) -> Self {
        let tokens = without_tests(&tokens(text));
        let mut module = Self::default();
        let mut k = 0;
        while k < tokens.len() {
            let is_public = k > 0 && (tokens[k - 1] == "pub" || tokens[k - 1] == ")");
            match tokens[k].as_str() {
                "use" => {
                    let end = (k..tokens.len()).find(|&e| tokens[e] == ";").unwrap_or(tokens.len());
                    let is_public = k > 0 && tokens[k - 1] == "pub";
                    use_tree(&tokens[k + 1..end], &mut Vec::new(), is_public, &mut module.imports);
                    k = end;
                }
                "struct" | "enum" | "trait" | "type" | "union" if is_public => {
                    module.types.extend(tokens.get(k + 1).cloned());
                }
                "crate" | "super" | "self" if tokens.get(k + 1).is_some_and(|t| t == "::") => {
                    let is_scope = k > 0 && tokens[k - 1] == "in" && k > 1 && tokens[k - 2] == "(";
                    let mut path = vec![tokens[k].clone()];
                    while tokens.get(k + 1).is_some_and(|t| t == "::") && tokens.get(k + 2).is_some_and(|t| is_word(t))
                    {
                        path.push(tokens[k + 2].clone());
                        k += 2;
                    }
                    // `pub(in crate::x)` names the modules that may see an item, not one that is used.
                    if !is_scope {
                        module.paths.push(path);
                    }
                }
                _ => {}
            }
            k += 1;
        }
        module
    }
}

/// Adds all names of a `use` tree.
fn use_tree(tokens: &[String], prefix: &mut Vec<String>, is_public: bool, into: &mut Vec<Import>) {
    let (mut depth, mut start) = (0, 0);
    for k in 0..=tokens.len() {
        match tokens.get(k).map(String::as_str) {
            Some("{") => depth += 1,
            Some("}") => depth -= 1,
            Some(",") | None if depth == 0 => {
                use_branch(&tokens[start..k], prefix, is_public, into);
                start = k + 1;
            }
            _ => {}
        }
    }
}

fn use_branch(tokens: &[String], prefix: &mut Vec<String>, is_public: bool, into: &mut Vec<Import>) {
    let (mut path, known) = (Vec::new(), prefix.len());
    for (k, token) in tokens.iter().enumerate() {
        match token.as_str() {
            "::" => {}
            "{" => {
                prefix.extend(path);
                use_tree(&tokens[k + 1..tokens.len() - 1], prefix, is_public, into);
                prefix.truncate(known);
                return;
            }
            "as" => {
                let path = [&prefix[..], &path].concat();
                into.push(Import { name: tokens[k + 1].clone(), path, is_public });
                return;
            }
            word => path.push(word.to_owned()),
        }
    }
    let Some(last) = path.pop() else { return };
    let path = [&prefix[..], &path].concat();
    match last.as_str() {
        // Where all of it comes from is what counts.
        "*" => into.push(Import { name: "*".to_owned(), path, is_public }),
        "self" => {
            let Some(name) = path.last().cloned() else { return };
            into.push(Import { name, path, is_public });
        }
        _ => into.push(Import { name: last.clone(), path: [&path[..], &[last]].concat(), is_public }),
    }
}

fn is_word(token: &str) -> bool {
    token.starts_with(|c: char| c.is_alphabetic() || c == '_')
}

/// Words, `::` and single signs, without comments, strings and characters.
fn tokens(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    push_tokens(text.parse().expect("it is Rust"), &mut found);
    found
}

fn push_tokens(stream: TokenStream, into: &mut Vec<String>) {
    for tree in stream {
        match tree {
            TokenTree::Ident(word) => into.push(word.to_string()),
            TokenTree::Punct(sign) if sign.as_char() == ':' && into.last().is_some_and(|last| last == ":+") => {
                into.pop();
                into.push("::".to_owned());
            }
            // The first of two that belong together.
            TokenTree::Punct(sign) if sign.as_char() == ':' && sign.spacing() == Spacing::Joint => {
                into.push(":+".to_owned())
            }
            TokenTree::Punct(sign) => into.push(sign.to_string()),
            TokenTree::Literal(_) => {}
            TokenTree::Group(group) => {
                let [open, close] = match group.delimiter() {
                    Delimiter::Brace => ["{", "}"],
                    Delimiter::Bracket => ["[", "]"],
                    _ => ["(", ")"],
                };
                into.push(open.to_owned());
                push_tokens(group.stream(), into);
                into.push(close.to_owned());
            }
        }
    }
}

/// Without items under `#[cfg(test)]`.
fn without_tests(tokens: &[String]) -> Vec<String> {
    let mark = ["#", "[", "cfg", "(", "test", ")", "]"];
    let (mut kept, mut k) = (Vec::new(), 0);
    while k < tokens.len() {
        if tokens[k..].iter().zip(mark).filter(|(a, b)| *a == b).count() == mark.len() {
            k = end_of_item(tokens, k + mark.len());
        } else {
            kept.push(tokens[k].clone());
            k += 1;
        }
    }
    kept
}

/// Behind the `;` or the braces that end the item.
fn end_of_item(tokens: &[String], mut k: usize) -> usize {
    let mut depth = 0usize;
    while k < tokens.len() {
        match tokens[k].as_str() {
            "{" | "(" | "[" => depth += 1,
            "}" | ")" | "]" => {
                depth = depth.saturating_sub(1);
                if depth == 0 && tokens[k] == "}" {
                    // A braced list of imports goes on to its `;`.
                    return if tokens.get(k + 1).is_some_and(|t| t == ";") { k + 2 } else { k + 1 };
                }
            }
            ";" if depth == 0 => return k + 1,
            _ => {}
        }
        k += 1;
    }
    k
}
