//! Running the real binary.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;
use tempfile::TempDir;
use testing::words::check_words;
pub(crate) use testing::words::{has_word, numbers};

/// The example of the thesis's figure 4.3.
pub(crate) const EXAMPLE: &str =
    "r1b3k1/pp2n1pp/2n1pr2/q2p4/P1pP4/2P2NP1/2PQ1PBP/R1B1K2R w KQ - 0 1";

/// Two games that reach move 13, and one between them that does not play by the rules.
pub(crate) const GAMES: &str = "\
[Event \"First\"]
[White \"A\"]
[Black \"B\"]

1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. Nf3 Nf6 6. Ng1 Ng8 7. Nf3 Nf6
8. Ng1 Ng8 9. Nf3 Nf6 10. Ng1 Ng8 11. Nf3 Nf6 12. Ng1 Ng8 13. e4 e5 1-0

[Event \"Second\"]

1. e4 Ke3 *

[Event \"Third\"]
[White \"C\"]
[Black \"D\"]

1. Nc3 Nf6 2. Nb1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. Nf3 Nf6 6. Ng1 Ng8 7. Nf3 Nf6
8. Ng1 Ng8 9. Nf3 Nf6 10. Ng1 Ng8 11. Nf3 Nf6 12. Ng1 Ng8 13. d4 d5 0-1
";

/// A database of Scid 5 with nine games and one that is deleted: its index, its names, its games.
pub(crate) const SCID5: [(&str, &[u8]); 3] = [
    ("base5.si5", include_bytes!("../pgn/tests/scid/base5.si5")),
    ("base5.sn5", include_bytes!("../pgn/tests/scid/base5.sn5")),
    ("base5.sg5", include_bytes!("../pgn/tests/scid/base5.sg5")),
];

/// A folder to work in.
pub(crate) struct Folder(TempDir);

/// What a command printed, and how it ended.
pub(crate) struct Output {
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Folder {
    pub(crate) fn new() -> Folder {
        Folder(TempDir::new().expect("a temporary folder"))
    }

    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }

    /// Writes a file, and tells its path.
    pub(crate) fn file(&self, name: &str, bytes: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path().join(name);
        std::fs::write(&path, bytes).expect("a file");
        path
    }

    /// `tabiya` in this folder, with its index in the default place.
    pub(crate) fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tabiya"));
        command
            .args(args)
            .current_dir(self.path())
            .env_remove("TABIYA_INDEX")
            .env_remove("TABIYA_CLUSTER")
            .env_remove("TABIYA_CLUSTER_COPY")
            .env_remove("TABIYA_TOKEN")
            .env_remove("TABIYA_KEYS")
            .env_remove("TABIYA_PRIVATE")
            .env_remove("TABIYA_SNAPSHOTS")
            .env_remove("TABIYA_ENGINE")
            .env_remove("TABIYA_SYZYGY")
            .env_remove("TABIYA_RATE_LIMIT")
            .env_remove("TABIYA_TRUST_PROXY")
            .env_remove("TABIYA_LOG_FORMAT")
            .env_remove("TABIYA_LICHESS_URL")
            .env_remove("TABIYA_CHESSCOM_URL")
            .env_remove("TABIYA_CONTACT");
        command
    }

    pub(crate) fn run(&self, args: &[&str]) -> Output {
        self.run_with_input(args, b"")
    }

    /// Checks that a command refuses some arguments as [`Output::check_failed`] says, with nothing on standard output.
    #[track_caller]
    pub(crate) fn check_refused(&self, command: &str, args: &[&str], code: i32, words: &[&str]) {
        let output = self.run(&[&[command], args].concat());
        output.check_failed(code, words);
        assert_eq!(output.stdout, "", "{args:?}");
    }

    pub(crate) fn run_with_input(&self, args: &[&str], input: &[u8]) -> Output {
        let mut child = self
            .command(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the binary");
        let mut stdin = child.stdin.take().expect("piped");
        // A command that does not read its input may be gone already.
        let _ = stdin.write_all(input);
        drop(stdin);
        let output = child.wait_with_output().expect("its end");
        Output::from(output)
    }
}

impl From<std::process::Output> for Output {
    fn from(output: std::process::Output) -> Output {
        Output {
            code: output.status.code(),
            stdout: String::from_utf8(output.stdout).expect("UTF-8"),
            stderr: String::from_utf8(output.stderr).expect("UTF-8"),
        }
    }
}

impl Output {
    /// The sentences on standard error, a line each.
    #[track_caller]
    pub(crate) fn sentences(&self) -> Vec<&str> {
        let lines = self.stderr.lines();
        let sentences = lines.map(|line| {
            let sentence = line.strip_prefix("tabiya: ");
            sentence.unwrap_or_else(|| panic!("no sentence: {}", self.stderr))
        });
        sentences.collect()
    }

    /// Checks that a command failed with this code and one sentence, which has these words: 1 if it could not do its
    /// work, 2 if its arguments are wrong.
    #[track_caller]
    pub(crate) fn check_failed(&self, code: i32, words: &[&str]) {
        let Output { stderr, .. } = self;
        assert_eq!(self.code, Some(code), "{words:?}: {stderr}");
        if code == 1 {
            let sentences = self.sentences();
            assert_eq!(sentences.len(), 1, "{words:?}: {stderr}");
            check_sentence(sentences[0], words);
        } else {
            // A blank line comes before the advice about usage.
            let (said, _) = stderr.split_once("\n\n").unwrap_or((stderr, ""));
            let sentence = said.strip_prefix("error: ");
            let sentence = sentence.unwrap_or_else(|| panic!("no error: {stderr}"));
            check_sentence(&sentence.replace('\n', " "), words);
        }
    }
}

/// Checks that a sentence is one line, and has these words and numbers.
#[track_caller]
pub(crate) fn check_sentence(sentence: &str, words: &[&str]) {
    check_words(sentence, words, "on its own");
}

/// The JSON on standard output.
pub(crate) fn json(output: &Output) -> Value {
    serde_json::from_str(&output.stdout).unwrap_or_else(|e| panic!("{e}: {}", output.stdout))
}
