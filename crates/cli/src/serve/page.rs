//! Constant resources: the files of the web page, and the API description.

use hyper::body::Bytes;
use hyper::header::HeaderValue;
use tilebase_api::page::FILES;

/// Path of the API description.
const OPENAPI: &str = "/openapi.json";

/// All paths.
pub(super) fn paths() -> impl Iterator<Item = &'static str> {
    FILES.iter().map(|file| file.path).chain([OPENAPI])
}

/// A resource that never changes while the server runs.
#[derive(Clone, Debug)]
pub(super) struct Page {
    path: &'static str,
    pub(super) content_type: &'static str,
    pub(super) bytes: Bytes,
    /// Its checksum, quoted as an entity tag.
    pub(super) etag: HeaderValue,
}

impl Page {
    /// Loads all resources.
    pub(super) fn all() -> Vec<Self> {
        let files = FILES.iter().map(|file| Self::new(file.path, file.content_type, file.text.into()));
        files.chain([Self::new(OPENAPI, "application/json", tilebase_api::openapi().into())]).collect()
    }

    fn new(path: &'static str, content_type: &'static str, bytes: Bytes) -> Self {
        let checksum = blake3::hash(&bytes).to_hex();
        let etag = HeaderValue::try_from(format!("\"{}\"", &checksum[..32]));
        Self { path, content_type, bytes, etag: etag.expect("digits and quotes are no control signs") }
    }

    /// Whether this is the resource at a path.
    pub(super) fn is_at(&self, path: &str) -> bool {
        self.path == path
    }

    /// Whether `If-None-Match` contains its tag. Weak tags match too, as set by some proxies.
    pub(super) fn is_among(&self, known: &HeaderValue) -> bool {
        let Ok(known) = known.to_str() else { return false };
        let mut tags = known.split(',').map(|tag| tag.trim().trim_start_matches("W/"));
        tags.any(|tag| tag == "*" || tag.as_bytes() == self.etag.as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_identified_by_its_checksum() {
        let pages = Page::all();
        let at = |path| pages.iter().find(|page| page.is_at(path)).unwrap();
        let [page, style, document] = ["/", "/page.css", OPENAPI].map(at);
        assert!(document.bytes.starts_with(b"{"));
        let known = |text: &str| page.is_among(&HeaderValue::from_str(text).unwrap());
        let (own, other) = (page.etag.to_str().unwrap(), style.etag.to_str().unwrap());
        assert!(known(own) && known("*") && known(&format!("{other}, W/{own}")));
        assert!(!known(other) && !known("") && !known(&own[1..]));
    }
}
