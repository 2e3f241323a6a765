//! Names of Windows exceptions.

/// Returns the name and number of an unhandled exception, such as `access violation (0xC0000005)`.
///
/// Returns `None` for an ordinary exit code.
pub(super) fn exception_name(exit_code: i32) -> Option<String> {
    const NAMES: [(u32, &str); 16] = [
        (0x8000_0003, "breakpoint"),
        (0xC000_0005, "access violation"),
        (0xC000_0006, "a page that could not be read"),
        (0xC000_0017, "no memory"),
        (0xC000_001D, "illegal instruction"),
        (0xC000_0025, "an exception that can't be continued"),
        (0xC000_008C, "array bounds exceeded"),
        (0xC000_008E, "floating-point division by zero"),
        (0xC000_0094, "integer division by zero"),
        (0xC000_0095, "integer overflow"),
        (0xC000_00FD, "stack overflow"),
        (0xC000_0135, "a DLL was not found"),
        (0xC000_0139, "an entry point of a DLL was not found"),
        (0xC000_013A, "Ctrl-C"),
        (0xC000_0374, "heap corruption"),
        (0xC000_0409, "fail-fast, as by abort"),
    ];
    let number = exit_code.cast_unsigned();
    let named = NAMES.iter().find(|(known, _)| *known == number).map(|(_, name)| *name);
    // Status codes of severity "error" have the two highest bits set; ordinary exit codes are
    // small.
    let is_error = number >> 28 == 0xC;
    let name = named.or(is_error.then_some("exception"))?;
    Some(format!("{name} (0x{number:08X})"))
}

#[cfg(test)]
mod tests {
    use super::exception_name;

    #[test]
    fn exceptions_differ_from_exit_codes() {
        let name = |number: u32| exception_name(number.cast_signed());
        assert_eq!(name(0xC000_0005).unwrap(), "access violation (0xC0000005)");
        assert_eq!(name(0xC0AB_CDEF).unwrap(), "exception (0xC0ABCDEF)");
        assert_eq!([0, 1, 3, 255, u32::MAX].map(name), [const { None }; 5]);
    }
}
