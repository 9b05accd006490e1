//! Answers that cannot be read to their end: which of them asking again may mend.

use std::io;

/// Why an answer cannot be read to its end.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Flaw {
    /// The connection broke off.
    Cut(String),
    /// It is another answer than the site says it gives, and the next one would be, too.
    Nonsense(String),
}

impl From<io::Error> for Flaw {
    fn from(error: io::Error) -> Flaw {
        let error = ureq::Error::from(error);
        let why = words(&error);
        if is_cut(&error, true) {
            Flaw::Cut(why)
        } else {
            Flaw::Nonsense(why)
        }
    }
}

/// Whether the connection broke off, or the site was silent for too long. One that `is_known` to answer may also be
/// away for a moment.
pub(crate) fn is_cut(error: &ureq::Error, is_known: bool) -> bool {
    use io::ErrorKind;
    match error {
        ureq::Error::Io(error) => match error.kind() {
            ErrorKind::ConnectionReset
            | ErrorKind::ConnectionAborted
            | ErrorKind::UnexpectedEof
            | ErrorKind::BrokenPipe => true,
            // Such as a certificate that is none.
            ErrorKind::InvalidData | ErrorKind::InvalidInput | ErrorKind::Other => false,
            _ => is_known,
        },
        ureq::Error::Timeout(which) => {
            is_known || matches!(which, ureq::Timeout::RecvResponse | ureq::Timeout::PerRead)
        }
        ureq::Error::HostNotFound | ureq::Error::ConnectionFailed => is_known,
        _ => false,
    }
}

/// An error in words.
pub(crate) fn words(error: &ureq::Error) -> String {
    match error {
        ureq::Error::Io(error) => error.to_string(),
        error => error.to_string(),
    }
}
