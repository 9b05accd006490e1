//! An answer of a tool: JSON, the same as text, and not too long for a model to read.

use app::{Error, withheld};
use rmcp::model::{CallToolResult, ContentBlock};
use serde::Serialize;
use serde_json::{Value, json};

/// The most bytes of an answer, its JSON and its text together. Guessed: 6,000 bytes are some 2,000 tokens; the rest is
/// for what the protocol writes around it.
const LONGEST: usize = 5_900;

/// Where facts come from that no game is the source of.
pub(crate) const COMPUTED: &str = concat!(
    "computed from the position by Tabiya ",
    env!("CARGO_PKG_VERSION")
);

/// The answer of a tool. If it is too long, the last items of the longest of these lists are left out, and counted in
/// `leftOut`.
///
/// # Errors
///
/// It is too long with empty lists.
pub(crate) fn short(answer: &impl Serialize, lists: &[&str]) -> Result<CallToolResult, Error> {
    let mut answer = serde_json::to_value(answer).map_err(Error::internal)?;
    loop {
        let mut result = CallToolResult::structured(answer);
        let length = serde_json::to_vec(&result).map_err(Error::internal)?.len();
        if length <= LONGEST {
            return Ok(result);
        }
        answer = result.structured_content.take().unwrap_or_default();
        if !leave_one_out(&mut answer, lists) {
            return Err(Error::internal(format!("an answer has {length} bytes")));
        }
    }
}

/// Leaves out the last item of the longest list; whether there was one.
fn leave_one_out(answer: &mut Value, lists: &[&str]) -> bool {
    let items = |name: &&&str| answer[**name].as_array().map_or(0, Vec::len);
    let longest = lists.iter().max_by_key(items);
    let list = longest.and_then(|name| answer[*name].as_array_mut());
    let is_shorter = list.is_some_and(|list| list.pop().is_some());
    if is_shorter {
        answer["leftOut"] = json!(answer["leftOut"].as_u64().unwrap_or_default() + 1);
    }
    is_shorter
}

/// An error as the answer of a tool: one sentence, which a model can act on. What is too long of it is cut.
pub(crate) fn refusal(error: &Error) -> CallToolResult {
    let sentence = match error.for_clients() {
        None => withheld(error).to_owned(),
        Some(sentence) => sentence + advice(error),
    };
    let mut kept = sentence.floor_char_boundary(LONGEST);
    loop {
        let dots = if kept < sentence.len() { "..." } else { "" };
        let text = format!("{}{dots}", &sentence[..kept]);
        let result = CallToolResult::error(vec![ContentBlock::text(text)]);
        let length = serde_json::to_vec(&result).map_or(0, |json| json.len());
        if length <= LONGEST || kept == 0 {
            return result;
        }
        // In JSON a byte has six at most: `\u0001`.
        kept = sentence.floor_char_boundary(kept.saturating_sub((length - LONGEST).div_ceil(6)));
    }
}

/// Returns advice on a name that the index does not have.
fn advice(error: &Error) -> &'static str {
    match error {
        Error::UnknownCollection { .. } => ": the tool collections lists them",
        Error::UnknownPlayer { .. } => ": a surname alone, or another spelling, may have some",
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use app::Error;
    use serde_json::json;

    use super::{LONGEST, refusal, short};

    #[test]
    fn the_longest_list_is_cut() {
        for (many, is_cut) in [(3, false), (100, true)] {
            let item = "a text of some length, with \"quotes\" and an \u{e4}, that makes it longer";
            let answer = json!({"leftOut": 0, "many": vec![item; many], "few": [item, item]});
            let result = short(&answer, &["few", "many"]).expect("short enough");
            let length = serde_json::to_vec(&result).expect("JSON").len();
            assert!(length <= LONGEST, "{length}");
            let answer = result.structured_content.expect("JSON");
            let items = |name: &str| answer[name].as_array().map_or(0, Vec::len);
            assert_eq!(items("few"), 2);
            assert_eq!(answer["leftOut"], many - items("many"));
            assert_eq!(answer["leftOut"] != 0, is_cut);
            // One more would be too many.
            assert!(!is_cut || length + 3 * item.len() > LONGEST, "{length}");
            let text = &result.content[0].as_text().expect("a text").text;
            assert_eq!(*text, answer.to_string());
        }
        let text = json!({"text": "a".repeat(LONGEST), "list": []});
        assert!(short(&text, &["list"]).is_err());
    }

    #[test]
    fn internal_errors_are_withheld() {
        for (error, is_shown) in [
            (Error::NoGame(7), true),
            (Error::internal("/secret/index: permission denied"), false),
        ] {
            let result = refusal(&error);
            let text = &result.content[0].as_text().expect("a text").text;
            assert_eq!(*text == error.to_string(), is_shown, "{text}");
            assert!(!text.contains("secret"), "{text}");
        }
    }

    #[test]
    fn sentences_are_short() {
        let cases = ["a", "\u{e4}", "\u{1F600}", "\"", "\u{1}"];
        for (character, count) in cases.map(|c| [(c, 500), (c, 50_000)]).into_iter().flatten() {
            let sentence = character.repeat(count);
            let result = refusal(&Error::Malformed(sentence.clone()));
            let length = serde_json::to_vec(&result).expect("JSON").len();
            assert!(length <= LONGEST, "{character:?} {length}");
            let text = &result.content[0].as_text().expect("a text").text;
            let kept = text.strip_suffix("...").unwrap_or(text);
            assert!(sentence.starts_with(kept), "{character:?} {text}");
            assert_eq!(
                kept.len() < sentence.len(),
                count == 50_000,
                "{character:?}"
            );
            // Little more would be too much.
            assert!(
                count == 500 || length > LONGEST - 20,
                "{character:?} {length}"
            );
        }
    }
}
