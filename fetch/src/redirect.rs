//! Redirects, which lead to the same server or nowhere.
//!
//! The operator chooses which servers are asked ([`crate::Sites`]). If a site could send the fetch on to any other, it
//! could make this machine ask its neighbours.

use ureq::http::Uri;

/// A server: what an address says before its path.
#[derive(PartialEq, Eq)]
struct Origin<'a> {
    scheme: &'a str,
    /// `name:password`, if there is one.
    user: Option<&'a str>,
    host: String,
    port: u16,
}

impl Origin<'_> {
    /// The server of an absolute address of the web; `None` for any other.
    fn of(uri: &Uri) -> Option<Origin<'_>> {
        let scheme = uri.scheme_str()?;
        let usual = match scheme {
            "http" => 80,
            "https" => 443,
            _ => return None,
        };
        let authority = uri.authority()?;
        let user = authority.as_str().rsplit_once('@').map(|(user, _)| user);
        Some(Origin {
            scheme,
            user,
            host: authority.host().to_ascii_lowercase(),
            port: uri.port_u16().unwrap_or(usual),
        })
    }
}

/// The address that a `Location` leads to from the address `from`; `None` if it is none.
pub(crate) fn target(from: &Uri, location: &str) -> Option<Uri> {
    let location = Some(location.trim()).filter(|location| !location.is_empty())?;
    let scheme = from.scheme_str()?;
    let authority = from.authority()?;
    let absolute = if location.starts_with("//") {
        format!("{scheme}:{location}")
    } else if location.starts_with('/') {
        format!("{scheme}://{authority}{location}")
    } else if location.contains("://") {
        location.to_owned()
    } else {
        let (folder, _) = from.path().rsplit_once('/')?;
        format!("{scheme}://{authority}{folder}/{location}")
    };
    absolute.parse().ok()
}

/// Whether an address is at the server of `base`, or at `www.` of its host.
pub(crate) fn is_same_server(base: &Uri, target: &Uri) -> bool {
    let (Some(base), Some(mut target)) = (Origin::of(base), Origin::of(target)) else {
        return false;
    };
    if let Some(host) = target.host.strip_prefix("www.")
        && host == base.host
    {
        target.host = host.to_owned();
    }
    base == target
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn where_they_lead() {
        let base: Uri = "https://lichess.org".parse().expect("an address");
        let from: Uri = "https://lichess.org/api/games?a=b".parse().expect("one");
        // A `Location`, the address that it leads to (`""` for none), and whether that is followed.
        for (location, leads_to, is_followed) in [
            ("/b?c=d", "https://lichess.org/b?c=d", true),
            (" /b ", "https://lichess.org/b", true),
            ("b", "https://lichess.org/api/b", true),
            ("https://lichess.org/b", "https://lichess.org/b", true),
            (
                "HTTPS://Lichess.org:443/b",
                "https://Lichess.org:443/b",
                true,
            ),
            (
                "https://www.lichess.org/b",
                "https://www.lichess.org/b",
                true,
            ),
            ("//www.lichess.org/b", "https://www.lichess.org/b", true),
            ("http://lichess.org/b", "http://lichess.org/b", false),
            (
                "http://lichess.org:443/b",
                "http://lichess.org:443/b",
                false,
            ),
            (
                "https://lichess.org:444/b",
                "https://lichess.org:444/b",
                false,
            ),
            ("//127.0.0.1:9852/b", "https://127.0.0.1:9852/b", false),
            ("https://a@lichess.org/b", "https://a@lichess.org/b", false),
            (
                "https://lichess.org@10.0.0.1/b",
                "https://lichess.org@10.0.0.1/b",
                false,
            ),
            (
                "https://www.www.lichess.org/b",
                "https://www.www.lichess.org/b",
                false,
            ),
            (
                "https://api.lichess.org/b",
                "https://api.lichess.org/b",
                false,
            ),
            (
                "https://lichess.org.example/b",
                "https://lichess.org.example/b",
                false,
            ),
            ("ftp://lichess.org/b", "ftp://lichess.org/b", false),
            ("file:///etc/passwd", "", false),
            ("https://", "", false),
            ("/\n", "https://lichess.org/", true),
            ("/a b", "", false),
            ("", "", false),
        ] {
            let found = target(&from, location);
            let found_text = found.as_ref().map_or(String::new(), Uri::to_string);
            assert_eq!(found_text, leads_to, "{location}");
            let followed = found.is_some_and(|found| is_same_server(&base, &found));
            assert_eq!(followed, is_followed, "{location}");
        }
        // Beside `www.` of the host that the operator has named, the host itself is another.
        for (base, target, is_followed) in [
            (
                "http://127.0.0.1:9851",
                "http://127.0.0.1:9852/final",
                false,
            ),
            ("http://127.0.0.1:9851", "http://127.0.0.1:9851/final", true),
            ("http://[::1]:80", "http://[::1]/", true),
            ("http://a:b@host/x", "http://a:b@host/y", true),
            ("https://www.chess.com", "https://chess.com/", false),
        ] {
            let uri = |text: &str| text.parse::<Uri>().expect("an address");
            let followed = is_same_server(&uri(base), &uri(target));
            assert_eq!(followed, is_followed, "{base}, {target}");
        }
    }
}
