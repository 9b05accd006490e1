//! Prints the PGN of a file: of a compressed one, or of a Scid database.
//!
//! ```text
//! $ cargo run -p tabiya-pgn --example unpack -- base.si5 > base.pgn
//! ```

use std::io;
use std::path::Path;

fn main() -> io::Result<()> {
    let file = std::env::args_os().nth(1).unwrap_or_default();
    let mut stream = pgn::open_pgn(Path::new(&file), |_| ());
    io::copy(&mut stream, &mut io::stdout().lock())?;
    Ok(())
}
