//! Filters of games and positions: options made of the fields that [`Filter::fields`] lists.

use std::ffi::OsStr;

use app::{Error, FilterRequest, Name, parse_collections, values};
use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};
use similarity::{CollectionName, Field, Filter, GameFilter, Given, Kind, MAX_NUMBER, Speed};

use crate::args::{long, of_option, ranged};

/// What games and positions must be like: all of it. A command may have an option of a field's name itself.
#[derive(Debug)]
pub(crate) struct FilterArgs(Vec<(&'static str, Given)>);

impl FilterArgs {
    /// The filter, `None` without any of its options.
    pub(crate) fn filter(&self) -> Result<Option<Filter>, Error> {
        if self.0.is_empty() {
            return Ok(None);
        }
        let filter = self.request().and_then(|request| request.filter());
        filter.map(Some).map_err(of_option)
    }

    /// The filter of whole games.
    pub(crate) fn games(&self) -> Result<GameFilter, Error> {
        let filter = self.request().and_then(|request| request.games());
        filter.map_err(of_option)
    }

    fn request(&self) -> Result<FilterRequest, Error> {
        let mut request = FilterRequest::default();
        for (name, given) in &self.0 {
            request.set(name, given.clone())?;
        }
        Ok(request)
    }
}

impl Args for FilterArgs {
    fn augment_args(command: Command) -> Command {
        Filter::fields().fold(command, |command, field| {
            let long = long(field.name);
            let is_own = |arg: &Arg| arg.get_long() == Some(&*long);
            if command.get_arguments().any(is_own) {
                return command;
            }
            command.arg(option(field).long(long).help_heading("Filters"))
        })
    }

    fn augment_args_for_update(command: Command) -> Command {
        FilterArgs::augment_args(command)
    }
}

impl FromArgMatches for FilterArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<FilterArgs, clap::Error> {
        let given = Filter::fields().filter_map(|field| {
            // A command that has an option of this name itself has no such id.
            let values = matches.try_get_many::<String>(&id(field)).ok()??;
            let mut values: Vec<String> = values.cloned().collect();
            let given = match field.kind {
                Kind::Texts(_) | Kind::Names(_) => Given::Texts(values),
                _ => Given::Text(values.pop()?),
            };
            Some((field.name, given))
        });
        Ok(FilterArgs(given.collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = FilterArgs::from_arg_matches(matches)?;
        Ok(())
    }
}

/// Id of the option of a field, which is none of a command's own.
fn id(field: &Field) -> String {
    format!("filter {}", field.name)
}

/// The option of a field. Texts and lists of them are parsed later, with what fields ask of each other; all of that is
/// reported alike.
fn option(field: &'static Field) -> Arg {
    let about = field.about.trim_end_matches('.');
    let arg = Arg::new(id(field)).value_name(field.value_name);
    let list = |arg: Arg| {
        arg.help(format!(
            "{about}. May be given several times, or with commas between values"
        ))
        .action(ArgAction::Append)
        .value_delimiter(',')
    };
    match field.kind {
        Kind::Text | Kind::Date => arg.help(about),
        Kind::Number => {
            let range = format!("a whole number from 0 to {MAX_NUMBER}");
            arg.help(ranged(about, &range)).value_parser(Checked(field))
        }
        Kind::Name(_) => arg.help(about).value_parser(Checked(field)),
        Kind::Texts(_) => list(arg),
        Kind::Names(_) => list(arg).value_parser(Checked(field)),
    }
}

/// Parser of a number or a name, which the field must be able to have; the text stays as it is.
#[derive(Clone)]
struct Checked(&'static Field);

impl TypedValueParser for Checked {
    type Value = String;

    fn parse_ref(
        &self,
        command: &Command,
        arg: Option<&Arg>,
        value: &OsStr,
    ) -> Result<String, clap::Error> {
        let check = |text: String| {
            let set = FilterRequest::default().set(self.0.name, Given::Text(text.clone()));
            match set {
                Ok(()) => Ok(text),
                Err(Error::Unreadable { why, .. } | Error::Impossible { why, .. }) => Err(why),
                Err(error) => Err(error.to_string()),
            }
        };
        let parser = StringValueParser::new().try_map(check);
        parser.parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        match self.0.kind {
            Kind::Name(names) | Kind::Names(names) => {
                Some(Box::new(names.iter().map(PossibleValue::new)))
            }
            _ => None,
        }
    }
}

// What games must be like wherever games are chosen.
#[derive(Debug, Args)]
pub(crate) struct WhichGames {
    /// How fast the game was, by its `TimeControl` tag, e.g. `blitz,rapid`: any of `ultraBullet`, `bullet`, `blitz`,
    /// `rapid`, `classical` and `correspondence`.
    #[arg(
        long,
        value_name = "SPEEDS",
        value_delimiter = ',',
        help_heading = "Filters"
    )]
    speeds: Vec<Name<Speed>>,

    #[command(flatten)]
    of: OfCollections,
}

// Which collections games must be in.
#[derive(Debug, Args)]
pub(crate) struct OfCollections {
    /// The game is in this collection; may be given several times, or with commas between names: then in any of them.
    #[arg(
        long,
        value_name = "NAME",
        value_delimiter = ',',
        help_heading = "Filters"
    )]
    collection: Vec<String>,
}

impl WhichGames {
    /// The speeds.
    pub(crate) fn speeds(&self) -> Vec<Speed> {
        values(&self.speeds)
    }

    /// The collections.
    pub(crate) fn collections(&self) -> Result<Vec<CollectionName>, Error> {
        self.of.collections()
    }
}

impl OfCollections {
    /// The collections.
    pub(crate) fn collections(&self) -> Result<Vec<CollectionName>, Error> {
        parse_collections(&self.collection).map_err(of_option)
    }
}
