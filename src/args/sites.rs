//! Where lichess and chess.com are, and how they are asked.

use app::Sites;
use clap::Args;

#[derive(Debug, Args)]
pub(crate) struct SitesArgs {
    /// The address of lichess, or of a server like it.
    #[arg(
        long,
        env = "TABIYA_LICHESS_URL",
        value_name = "URL",
        default_value = "https://lichess.org",
        help_heading = "Sites"
    )]
    lichess_url: String,

    /// The address of chess.com's published data.
    #[arg(
        long,
        env = "TABIYA_CHESSCOM_URL",
        value_name = "URL",
        default_value = "https://api.chess.com",
        help_heading = "Sites"
    )]
    chesscom_url: String,

    /// A contact for the sites, such as an e-mail address, sent with each request; chess.com may refuse requests without
    /// one.
    #[arg(
        long,
        env = "TABIYA_CONTACT",
        value_name = "ADDRESS",
        value_parser = contact,
        help_heading = "Sites"
    )]
    contact: Option<String>,
}

impl SitesArgs {
    pub(crate) fn sites(&self) -> Sites {
        Sites {
            lichess: self.lichess_url.clone(),
            chesscom: self.chesscom_url.clone(),
            contact: self.contact.clone(),
            ..Sites::default()
        }
    }
}

/// What can be in a header, within parentheses.
fn contact(text: &str) -> Result<String, String> {
    let fits = |c: char| (' '..='~').contains(&c) && !"()".contains(c);
    if text.trim().is_empty() || !text.chars().all(fits) {
        return Err("it has visible ASCII characters and no parentheses".to_owned());
    }
    Ok(text.trim().to_owned())
}
