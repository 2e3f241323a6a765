//! Common code of the fuzz targets and their seeds: files in a short form that always has right
//! checksums.

pub mod answers;
pub mod checkpoint_file;
pub mod level_folder;
pub mod table_file;
