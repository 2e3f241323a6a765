//! Names for the variants of enums.

/// Adds `ALL`, which lists the variants of an enum, and `name`, which
/// [`Display`](std::fmt::Display) writes. The doc comment before the type goes to `ALL`. Omitting a
/// variant is a compile error.
///
/// ```text
/// names! {
///     /// All encodings, the fastest to read first.
///     Encoding { Byte = "byte", Mod3 = "mod3", Bit = "bit" }
/// }
/// ```
macro_rules! names {
    ($(#[$doc:meta])+ $type:ident { $($value:ident = $name:literal),+ $(,)? }) => {
        impl $type {
            $(#[$doc])+
            pub const ALL: [Self; [$($name),+].len()] = [$(Self::$value),+];

            #[doc = concat!("The name:", $(" `", $name, "`",)+ ".")]
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$value => $name,)+
                }
            }
        }

        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.name())
            }
        }
    };
}

pub(crate) use names;
