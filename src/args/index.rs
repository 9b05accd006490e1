//! Which index: in a folder, or in a cluster.

use std::path::PathBuf;

#[cfg(feature = "cluster")]
use anyhow::Context;
#[cfg(feature = "cluster")]
use app::{Address, Layout, User};
use app::{Database, Place};
use clap::Args;
#[cfg(feature = "cluster")]
use clap::{ArgMatches, parser::ValueSource};

#[derive(Debug, Args)]
pub(crate) struct FolderArgs {
    /// The folder of the index.
    #[arg(
        long,
        env = "TABIYA_INDEX",
        value_name = "DIR",
        default_value = "./tabiya-index"
    )]
    pub(crate) index: PathBuf,
}

#[derive(Debug, Args)]
pub(crate) struct IndexArgs {
    #[command(flatten)]
    folder: FolderArgs,

    #[cfg(feature = "cluster")]
    #[command(flatten)]
    cluster: ClusterArgs,
}

// An index in a cluster.
#[cfg(feature = "cluster")]
#[derive(Debug, Args)]
struct ClusterArgs {
    /// The nodes of an OpenSearch cluster that holds the index, instead of a folder, e.g.
    /// `https://search-1:9200,https://search-2:9200`: if one does not answer, the next one is asked.
    #[arg(
        id = "cluster",
        long,
        env = "TABIYA_CLUSTER",
        value_name = "URL",
        value_delimiter = ',',
        help_heading = "Cluster"
    )]
    urls: Vec<String>,

    /// The prefix of its indices in the cluster.
    #[arg(
        id = "cluster_index",
        long = "cluster-index",
        env = "TABIYA_CLUSTER_INDEX",
        value_name = "NAME",
        default_value = "tabiya",
        help_heading = "Cluster"
    )]
    name: String,

    /// The user of the cluster, with the password in `TABIYA_CLUSTER_PASSWORD`.
    #[arg(
        id = "cluster_user",
        long = "cluster-user",
        env = "TABIYA_CLUSTER_USER",
        value_name = "NAME",
        help_heading = "Cluster"
    )]
    user: Option<String>,

    /// A file of certificates (PEM) to trust for `https` nodes, instead of the system's.
    #[arg(
        id = "cluster_ca",
        long = "cluster-ca",
        env = "TABIYA_CLUSTER_CA",
        value_name = "FILE",
        help_heading = "Cluster"
    )]
    ca: Option<PathBuf>,

    /// Keep a copy of the index in a folder of its own in this one, and answer from it, many times as quickly.
    ///
    /// Commands make it before they answer, `serve` and `mcp` while the cluster answers. When games come or go, the cluster
    /// answers until the copy has followed. A server that cannot reach the cluster goes on answering from the copy.
    #[arg(
        id = "cluster_copy",
        long = "cluster-copy",
        env = "TABIYA_CLUSTER_COPY",
        value_name = "DIR",
        help_heading = "Cluster"
    )]
    copy: Option<PathBuf>,
}

impl IndexArgs {
    /// The index; one created in a cluster gets the default layout.
    #[cfg_attr(
        not(feature = "cluster"),
        expect(clippy::unnecessary_wraps, reason = "a cluster may need a password")
    )]
    pub(crate) fn place(&self) -> anyhow::Result<Place> {
        #[cfg(feature = "cluster")]
        if let Some(address) = self.cluster.address()? {
            let layout = Layout::default();
            let copy = self.cluster.copy.clone();
            return Ok(Place::Cluster {
                address,
                layout,
                copy,
            });
        }
        Ok(Place::Folder(self.folder.index.clone()))
    }

    /// Opens it, and makes its copy follow, if it has one.
    pub(crate) fn open(&self) -> anyhow::Result<Database> {
        let database = Database::open(&self.place()?)?;
        #[cfg(feature = "cluster")]
        crate::local_copy::update(&database);
        Ok(database)
    }
}

#[cfg(feature = "cluster")]
impl ClusterArgs {
    /// The cluster, if there is one.
    fn address(&self) -> anyhow::Result<Option<Address>> {
        if self.urls.is_empty() {
            return Ok(None);
        }
        let user = match &self.user {
            None => None,
            Some(name) => Some(User {
                name: name.clone(),
                password: std::env::var("TABIYA_CLUSTER_PASSWORD")
                    .context("--cluster-user needs the password in TABIYA_CLUSTER_PASSWORD")?,
            }),
        };
        Ok(Some(Address {
            urls: self.urls.clone(),
            name: self.name.clone(),
            user,
            ca: self.ca.clone(),
        }))
    }
}

/// Whether a command line names both a folder and a cluster. A cluster takes precedence over a folder in the
/// environment.
#[cfg(feature = "cluster")]
pub(crate) fn is_ambiguous(of_command: &ArgMatches) -> bool {
    let is_given = |option: &str, ways: &[ValueSource]| {
        matches!(of_command.try_contains_id(option), Ok(true))
            && of_command
                .value_source(option)
                .is_some_and(|way| ways.contains(&way))
    };
    is_given("index", &[ValueSource::CommandLine])
        && is_given(
            "cluster",
            &[ValueSource::CommandLine, ValueSource::EnvVariable],
        )
}
