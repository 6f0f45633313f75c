//! The public interface of each package, as lists in `tests/interfaces`: what a change of the sources does to it is seen in the list.
//!
//! Read from the sources: public items of public modules, of what they re-export, and public members. What macros and build scripts make is
//! not listed.

use crate::{Result, sources};
use quote::ToTokens;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use syn::{Fields, ImplItem, Item, Signature, TraitItem, Type, UseTree, Visibility};

/// Packages by the folder of their sources, and the name in paths.
const PACKAGES: [(&str, &str); 5] = [
    ("driver", "gisel"),
    ("codegen", "gisel_codegen"),
    ("targets", "gisel_targets"),
    ("frontend-llvm", "gisel_frontend_llvm"),
    ("runtime-libcalls", "gisel_runtime_libcalls"),
];

/// A module while it is read.
struct Reader<'a> {
    /// As paths name it.
    path: String,
    /// Where the files of its modules are.
    folder: PathBuf,
    found: &'a mut BTreeSet<String>,
}

fn root() -> PathBuf {
    sources::package_folder().parent().map(Path::to_path_buf).unwrap_or_default()
}

/// The list of a package.
fn list_of(name: &str) -> PathBuf {
    sources::package_folder().join("interfaces").join(name).with_extension("txt")
}

/// The public interface of the package in `folder`, a line for each item.
fn interface(folder: &str, name: &str) -> Result<String> {
    let folder = root().join(folder).join("src");
    let items = parse(&folder.join("lib.rs"))?;
    let mut found = BTreeSet::new();
    Reader { path: name.to_owned(), folder, found: &mut found }.items(&items, None)?;
    Ok(found.into_iter().map(|line| line + "\n").collect())
}

fn parse(file: &Path) -> Result<Vec<Item>> {
    let text = fs::read_to_string(file).map_err(|e| format!("{}: {e}", file.display()))?;
    Ok(syn::parse_file(&text).map_err(|e| format!("{}: {e}", file.display()))?.items)
}

fn is_public(visibility: &Visibility) -> bool {
    matches!(visibility, Visibility::Public(_))
}

/// Tokens in one line, spaced about as in the sources.
fn text(tokens: &impl ToTokens) -> String {
    let mut text = tokens.to_token_stream().to_string().split_whitespace().collect::<Vec<_>>().join(" ");
    for (spaced, close) in [
        (" :: ", "::"),
        (" ,", ","),
        (" : ", ": "),
        (" (", "("),
        ("( ", "("),
        (" )", ")"),
        ("& ", "&"),
        (" <", "<"),
        ("< ", "<"),
        (" >", ">"),
        ("[ ", "["),
        (" ]", "]"),
        (",)", ")"),
    ] {
        text = text.replace(spaced, close);
    }
    text.replace("->", " ->").replace("  ->", " ->")
}

impl Reader<'_> {
    fn add(&mut self, name: &str, what: &str) {
        self.found.insert(format!("{}::{name}: {what}", self.path));
    }

    fn function(&mut self, owner: &str, signature: &Signature) {
        let name = format!("{owner}{}", signature.ident);
        self.add(&name, &text(signature));
    }

    /// Lists the public items; of these names only, if there are some.
    fn items(&mut self, items: &[Item], only: Option<&[String]>) -> Result<()> {
        let is_listed = |name: &dyn ToString| only.is_none_or(|only| only.contains(&name.to_string()));
        for item in items {
            match item {
                Item::Fn(f) if is_public(&f.vis) && is_listed(&f.sig.ident) => self.function("", &f.sig),
                Item::Const(c) if is_public(&c.vis) && is_listed(&c.ident) => {
                    self.add(&c.ident.to_string(), &format!("const {}", text(&c.ty)));
                }
                Item::Static(s) if is_public(&s.vis) && is_listed(&s.ident) => {
                    self.add(&s.ident.to_string(), &format!("static {}", text(&s.ty)));
                }
                Item::Type(t) if is_public(&t.vis) && is_listed(&t.ident) => {
                    self.add(&t.ident.to_string(), &format!("type {}", text(&t.ty)));
                }
                Item::Struct(s) if is_public(&s.vis) && is_listed(&s.ident) => {
                    self.add(&s.ident.to_string(), "struct");
                    self.fields(&s.ident.to_string(), &s.fields, false);
                }
                Item::Enum(e) if is_public(&e.vis) && is_listed(&e.ident) => {
                    self.add(&e.ident.to_string(), "enum");
                    for variant in &e.variants {
                        let name = format!("{}::{}", e.ident, variant.ident);
                        self.add(&name, "variant");
                        self.fields(&name, &variant.fields, true);
                    }
                }
                Item::Trait(t) if is_public(&t.vis) && is_listed(&t.ident) => {
                    self.add(&t.ident.to_string(), "trait");
                    for item in &t.items {
                        if let TraitItem::Fn(f) = item {
                            self.function(&format!("{}::", t.ident), &f.sig);
                        }
                    }
                }
                Item::Impl(i) => self.implementation(i, &is_listed),
                Item::Mod(m) if is_public(&m.vis) && only.is_none() => {
                    let name = m.ident.to_string();
                    let (items, folder) = self.module(&name, m.content.as_ref().map(|(_, items)| items))?;
                    let path = format!("{}::{name}", self.path);
                    self.found.insert(format!("{path}: mod"));
                    Reader { path, folder, found: self.found }.items(&items, None)?;
                }
                Item::Use(u) if is_public(&u.vis) && only.is_none() => self.reexport(items, &u.tree)?,
                _ => {}
            }
        }
        Ok(())
    }

    fn fields(&mut self, owner: &str, fields: &Fields, all: bool) {
        for (number, field) in fields.iter().enumerate() {
            if all || is_public(&field.vis) {
                let name = field.ident.as_ref().map_or_else(|| number.to_string(), ToString::to_string);
                self.add(&format!("{owner}::{name}"), &text(&field.ty));
            }
        }
    }

    /// Public members of a type; of a trait's there is nothing to list but that it is implemented.
    fn implementation(&mut self, block: &syn::ItemImpl, is_listed: &dyn Fn(&dyn ToString) -> bool) {
        let Type::Path(path) = &*block.self_ty else { return };
        let Some(of) = path.path.segments.last().map(|segment| segment.ident.to_string()) else { return };
        let is_known = self.found.range(format!("{}::{of}: ", self.path)..).next();
        let is_known = is_known.is_some_and(|line| line.starts_with(&format!("{}::{of}: ", self.path)));
        if !is_known || !is_listed(&of) {
            return;
        }
        if let Some((implemented, _)) = &block.trait_ {
            return self.add(&of, &format!("impl {}", text(implemented)));
        }
        for item in &block.items {
            match item {
                ImplItem::Fn(f) if is_public(&f.vis) => self.function(&format!("{of}::"), &f.sig),
                ImplItem::Const(c) if is_public(&c.vis) => {
                    self.add(&format!("{of}::{}", c.ident), &format!("const {}", text(&c.ty)));
                }
                _ => {}
            }
        }
    }

    /// The items of a module, and the folder of the modules in it.
    fn module(&self, name: &str, within: Option<&Vec<Item>>) -> Result<(Vec<Item>, PathBuf)> {
        let folder = self.folder.join(name);
        if let Some(items) = within {
            return Ok((items.clone(), folder));
        }
        let own = folder.with_extension("rs");
        let file = if own.exists() { own } else { folder.join("mod.rs") };
        Ok((parse(&file)?, folder))
    }

    /// What is made public under another path: items of a module below, or the path alone.
    fn reexport(&mut self, items: &[Item], tree: &UseTree) -> Result<()> {
        let UseTree::Path(path) = tree else { return Ok(()) };
        let name = path.ident.to_string();
        let below =
            items.iter().any(|item| matches!(item, Item::Mod(m) if m.ident == name && !is_public(&m.vis)));
        match (below, names(&path.tree)) {
            (true, Some(names)) => {
                let (items, _) = self.module(&name, None)?;
                self.items(&items, Some(&names))
            }
            _ => {
                self.add("use", &text(tree));
                Ok(())
            }
        }
    }
}

/// The names of a list of items, if it is one.
fn names(tree: &UseTree) -> Option<Vec<String>> {
    match tree {
        UseTree::Name(name) => Some(vec![name.ident.to_string()]),
        UseTree::Group(group) => {
            let lists: Option<Vec<_>> = group.items.iter().map(names).collect();
            lists.map(|lists| lists.concat())
        }
        _ => None,
    }
}

/// Packages whose lists are not what the sources say.
///
/// # Errors
/// Sources that cannot be read.
pub fn outdated() -> Result<Vec<String>> {
    let mut outdated = Vec::new();
    for (folder, name) in PACKAGES {
        let listed = fs::read_to_string(list_of(name)).unwrap_or_default();
        let now = interface(folder, name)?;
        let difference = now.lines().find(|line| !listed.lines().any(|known| known == *line));
        let gone = listed.lines().find(|line| !now.lines().any(|known| known == *line));
        outdated.extend(difference.map(|line| format!("{name}: new: {line}")));
        outdated.extend(gone.map(|line| format!("{name}: not there any more: {line}")));
    }
    Ok(outdated)
}

/// Writes the lists anew.
///
/// # Errors
/// As for [`outdated`], and what the file system says.
pub fn bless() -> Result<()> {
    for (folder, name) in PACKAGES {
        let path = list_of(name);
        fs::create_dir_all(path.parent().unwrap_or(&path)).map_err(|e| e.to_string())?;
        fs::write(&path, interface(folder, name)?).map_err(|e| format!("{}: {e}", path.display()))?;
    }
    Ok(())
}
