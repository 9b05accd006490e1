//! Parts of JSON documents that are changed in place.

use serde_json::Value;

/// The fields of the object in a field, none without one.
pub(crate) fn fields<'a>(
    of: &'a mut Value,
    name: &str,
) -> impl Iterator<Item = (&'a String, &'a mut Value)> {
    let object = of.get_mut(name).and_then(Value::as_object_mut);
    object.into_iter().flatten()
}

/// The items of the list in a field, none without one.
pub(crate) fn items<'a>(of: &'a mut Value, name: &str) -> impl Iterator<Item = &'a mut Value> {
    let list = of.get_mut(name).and_then(Value::as_array_mut);
    list.into_iter().flatten()
}
