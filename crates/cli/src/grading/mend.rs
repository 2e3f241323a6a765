//! Replaces a wrong entry of an assignment by a valid one, so that reading goes on to the next
//! error.

use std::borrow::Cow;
use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue, Error};

use super::wording::{missing_key, unknown_key};
use crate::shell::nearest;

/// Valid values of the keys that an assignment must have.
const REQUIRED: &str = "title = '-'\nname = '-'\npoints = 1\n[submission]\n";

/// Repairs the entry with this error: removes it, corrects the spelling of its key, or adds it if
/// it is missing. Returns whether something was changed.
pub(super) fn mend(root: &mut Spanned<DeTable<'_>>, error: &Error) -> bool {
    let message = error.message();
    let span = error.span().unwrap_or_else(|| root.span());
    if let Some(key) = missing_key(message) {
        // Errors of the root may have no span, or an empty one.
        let is_root = error.span().is_none() || span == root.span();
        return if is_root { add(root.get_mut(), key) } else { add_within(root.get_mut(), &span, key) };
    }
    let unknown = unknown_key(message);
    let is_known = unknown.is_none();
    let spelling = unknown.and_then(|(key, known)| nearest(key, known.into_iter()));
    replace(root.get_mut(), span.start, &Repair { is_known, spelling })
}

/// How an entry is repaired.
struct Repair<'a> {
    /// Whether the key is right, so that only the value is wrong.
    is_known: bool,
    /// The right spelling of the key, if it is misspelled.
    spelling: Option<&'a str>,
}

/// Adds a required key; false if it is there already.
fn add(table: &mut DeTable<'_>, key: &str) -> bool {
    let mut required = DeTable::parse(REQUIRED).map(Spanned::into_inner).unwrap_or_default();
    let Some(value) = required.remove(key).filter(|_| !table.contains_key(key)) else { return false };
    table.insert(Spanned::new(0..0, Cow::Owned(key.to_owned())), value);
    true
}

/// Adds a required key to the table at this place.
fn add_within(table: &mut DeTable<'_>, place: &Range<usize>, key: &str) -> bool {
    tables_in(table).any(|(span, inner)| (span == *place && add(inner, key)) || add_within(inner, place, key))
}

/// The tables in a table, alone or in lists, with their places.
fn tables_in<'t, 'i>(
    table: &'t mut DeTable<'i>,
) -> impl Iterator<Item = (Range<usize>, &'t mut DeTable<'i>)> {
    table.iter_mut().flat_map(|(_, value)| {
        let span = value.span();
        let (alone, list) = match value.get_mut() {
            DeValue::Table(table) => (Some((span, table)), None),
            DeValue::Array(list) => (None, Some(list)),
            _ => (None, None),
        };
        let listed = list.into_iter().flat_map(|list| list.iter_mut()).filter_map(|item| {
            let span = item.span();
            if let DeValue::Table(table) = item.get_mut() { Some((span, table)) } else { None }
        });
        alone.into_iter().chain(listed)
    })
}

/// Removes the innermost entry at an offset, renames its key, or replaces a required value.
fn replace(table: &mut DeTable<'_>, at: usize, repair: &Repair<'_>) -> bool {
    if tables_in(table).any(|(_, inner)| replace(inner, at, repair)) {
        return true;
    }
    let is_there =
        |(key, value): &(&Spanned<_>, &Spanned<_>)| key.span().contains(&at) || value.span().contains(&at);
    let Some(key) = table.iter().find(is_there).map(|(key, _)| key.get_ref().to_string()) else {
        return false;
    };
    let removed = table.remove(key.as_str());
    let spelling = repair.spelling.filter(|key| !table.contains_key(*key));
    if let (Some(spelling), Some(value)) = (spelling, removed) {
        table.insert(Spanned::new(value.span(), Cow::Owned(spelling.to_owned())), value);
    }
    if repair.is_known {
        add(table, &key);
    }
    true
}
