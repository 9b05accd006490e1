//! Messages to `/mcp` that are refused: unknown methods, wrong params, and texts that are not messages.

use axum::http::StatusCode;
use serde_json::{Value, json};

use crate::mcp::{call, check, message, modern, request};
use crate::send;

/// Methods and params that are refused, or understood although they have another type.
#[tokio::test]
async fn methods_and_params() {
    for (body, status, part) in [
        (
            request("nonsense"),
            200,
            r#""error":{"code":-32601,"message":"unknown method `nonsense`; the methods are initialize, "#,
        ),
        (request("resources/read"), 200, r#""code":-32601"#),
        (
            request("resources/read"),
            200,
            "unknown method `resources/read`",
        ),
        (request("tools/none"), 200, r#""code":-32601"#),
        (request("tools/none"), 200, r#""id":"x""#),
        // Versions without a handshake answer unknown methods with 404, and have no ping.
        (
            modern("nonsense", json!({})),
            404,
            "unknown method `nonsense`",
        ),
        (modern("ping", json!({})), 404, "unknown method `ping`"),
        // Arguments as JSON in a text.
        (
            call("game", &json!("{\"id\": 1}")).to_string(),
            200,
            r#""isError":false"#,
        ),
        (
            call("collections", &json!("null")).to_string(),
            200,
            r#""isError":false"#,
        ),
        (
            call("collections", &json!("")).to_string(),
            200,
            r#""isError":false"#,
        ),
        (
            call("collections", &Value::Null).to_string(),
            200,
            r#""isError":false"#,
        ),
        (
            json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "collections"}})
                .to_string(),
            200,
            r#""isError":false"#,
        ),
        (
            call("game", &json!([])).to_string(),
            200,
            r#""error":{"code":-32602,"message":"arguments: a list is not an object"}"#,
        ),
        (
            call("game", &json!("[1]")).to_string(),
            200,
            r#""error":{"code":-32602,"message":"arguments: \"[1]\" is not an object"}"#,
        ),
        (
            request("tools/call"),
            200,
            r#""error":{"code":-32602,"message":"missing field `name`"}"#,
        ),
        (
            request("initialize"),
            200,
            r#""error":{"code":-32602,"message":"missing field `protocolVersion`"}"#,
        ),
        (
            request("server/discover"),
            200,
            r#""error":{"code":-32602,"message":"the params do not fit the method server/discover"}"#,
        ),
    ] {
        check(&[], &body, status, part).await;
    }
    let game = json!({"name": "game", "arguments": "{\"id\": 1}"});
    for (method, name, params, part) in [
        ("tools/list", "", json!({}), r#""readOnlyHint":true"#),
        ("tools/call", "game", game, r#""isError":false"#),
    ] {
        let headers = [
            ("mcp-protocol-version", "2026-07-28"),
            ("mcp-method", method),
            ("mcp-name", name),
        ];
        check(&headers, &modern(method, params), 200, part).await;
    }
}

/// Params of another type, of each method; the code and the sentence that each is answered with.
#[tokio::test]
async fn params_that_are_wrong() {
    let hello = |field: &str, value: Value| {
        let about = json!({"name": "test", "version": "1"});
        let mut params =
            json!({"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": about});
        params[field] = value;
        params
    };
    let case = |method: &str, params: Value, code: i32, why: &str| {
        let body = json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params});
        (body.to_string(), code, why.to_owned())
    };
    let mut cases = vec![
        case(
            "tools/call",
            json!({"name": 5}),
            -32602,
            "name: 5 is not a text",
        ),
        case(
            "tools/call",
            json!({"name": "game", "arguments": true}),
            -32602,
            "arguments: true is not an object",
        ),
        case(
            "initialize",
            hello("protocolVersion", json!(5)),
            -32602,
            "protocolVersion: 5 is not a text",
        ),
        case(
            "initialize",
            hello("capabilities", json!([])),
            -32602,
            "capabilities: a list is not an object",
        ),
        case(
            "initialize",
            hello("clientInfo", json!({})),
            -32602,
            "missing field `clientInfo.name`",
        ),
    ];
    for method in [
        "tools/list",
        "prompts/list",
        "resources/list",
        "resources/templates/list",
    ] {
        let number = json!({"cursor": 5});
        cases.push(case(method, number, -32602, "cursor: 5 is not a text"));
        let next = json!({"cursor": "2"});
        let why = "cursor: there is no page after the first: leave it out";
        cases.push(case(method, next, -32602, why));
    }
    for method in [
        "initialize",
        "server/discover",
        "ping",
        "tools/list",
        "tools/call",
    ] {
        for (params, why) in [
            (json!([]), "params: a list is not an object"),
            (json!("x"), "params: \"x\" is not an object"),
            (json!(5), "params: 5 is not an object"),
            (json!({"_meta": []}), "_meta: a list is not an object"),
        ] {
            cases.push(case(method, params, -32602, why));
        }
    }
    for params in [json!([]), json!({"_meta": 5})] {
        cases.push(case("prompts/get", params, -32601, ""));
    }
    for (body, code, why) in cases {
        let (_, answer) = send(message(&[], body.clone())).await;
        assert_eq!(answer.status, StatusCode::OK, "{body}: {}", answer.body);
        let error = answer.json();
        assert_eq!(
            (&error["id"], &error["error"]["code"]),
            (&json!(1), &json!(code)),
            "{body}"
        );
        let found = error["error"]["message"].as_str().expect("a text");
        let expected = if code == -32601 {
            "unknown method `prompts/get`; "
        } else {
            &*why
        };
        assert!(found.starts_with(expected), "{body}: {found}");
    }
    let empty =
        json!({"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {"cursor": ""}});
    check(&[], &empty.to_string(), 200, r#""readOnlyHint":true"#).await;
}

/// Texts that are not messages: each is answered with an error of JSON-RPC.
#[tokio::test]
async fn what_is_no_message() {
    let none = Value::Null;
    for (body, code, id, words) in [
        ("nonsense", -32700, &none, "(line 1, column 2)"),
        ("", -32700, &none, "the message is empty: send a"),
        (" \r\n", -32700, &none, "the message is empty: send a"),
        (
            "{\"jsonrpc\": \"2.0\",\n",
            -32700,
            &none,
            "it ends too early (line 1, column 18)",
        ),
        ("[]", -32600, &none, "batches"),
        (
            "[{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"ping\"}]",
            -32600,
            &none,
            "batches",
        ),
        ("{}", -32600, &none, "is not a JSON-RPC 2.0 message"),
        (
            r#"{"jsonrpc": "2.0", "id": 7, "method": 5}"#,
            -32600,
            &json!(7),
            "is not a JSON-RPC 2.0 message",
        ),
        (
            r#"{"jsonrpc": "2.0", "id": "a"}"#,
            -32600,
            &json!("a"),
            "is not a JSON-RPC 2.0 message",
        ),
        (
            r#"{"id": 7, "result": {}}"#,
            -32600,
            &none,
            "is not a JSON-RPC 2.0 message",
        ),
    ] {
        let (_, answer) = send(message(&[], body)).await;
        assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{body}");
        assert_eq!(answer.content_type, "application/json", "{body}");
        let mut error = answer.json();
        let why = error["error"]["message"].take();
        let why = why.as_str().expect("a text");
        assert!(why.contains(words), "{body}: {why}");
        let expected =
            json!({"jsonrpc": "2.0", "id": id, "error": {"code": code, "message": null}});
        assert_eq!(error, expected, "{body}");
    }
}
