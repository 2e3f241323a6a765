//! Arrays that are views of a table's entries.

use std::sync::Arc;

use numpy::PyArray1;
use numpy::ndarray::ArrayView1;
use pyo3::prelude::*;
use pyo3::types::IntoPyDict;

/// Owns the entries that an array views, and keeps them alive.
#[pyclass(frozen)]
struct Owner(#[expect(dead_code, reason = "only kept alive")] Arc<dyn Send + Sync>);

/// Returns a read-only array that is a view of entries, without a copy. `entries_of` returns the
/// entries, which belong to the owner and never change.
pub(crate) fn view<'py, T: Send + Sync + 'static>(
    py: Python<'py>,
    owner: &Arc<T>,
    entries_of: impl for<'a> FnOnce(&'a T) -> PyResult<&'a [u8]>,
) -> PyResult<Bound<'py, PyArray1<u8>>> {
    let entries = entries_of(owner)?;
    let owner = Bound::new(py, Owner(Arc::clone(owner) as Arc<dyn Send + Sync>))?;
    // SAFETY: `entries` belong to the owner, which holds them in an `Arc` and gives no access to
    // change them. A table neither moves nor reallocates its bytes, in memory or mapped, and lives
    // as long as the owner. The owner becomes the base object of the array, which NumPy keeps alive
    // as long as the array and all its views. No one writes through the array: it is made
    // read-only before any other code sees it. NumPy refuses to make an array writable that does
    // not own its memory and whose base is not writable.
    #[expect(unsafe_code, reason = "an array without a copy")]
    let array = unsafe { PyArray1::borrow_from_array(&ArrayView1::from(entries), owner.into_any()) };
    make_read_only(&array).map(|()| array)
}

pub(crate) fn make_read_only(array: &Bound<'_, PyArray1<u8>>) -> PyResult<()> {
    let flags = [("write", false)].into_py_dict(array.py())?;
    array.call_method("setflags", (), Some(&flags)).map(drop)
}
