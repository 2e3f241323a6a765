//! What the fuzz targets and their seeds share: files in a short form, in which checksums can't be wrong.

pub mod answers;
pub mod checkpoint_file;
pub mod level_folder;
pub mod table_file;
