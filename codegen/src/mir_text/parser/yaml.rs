//! YAML as a tree whose nodes know their positions. The crate `yaml-rust2` produces the events.
//! References are rejected, because a few lines of them can expand to more nodes than fit in
//! memory. So is deep nesting.

use yaml_rust2::Event;
use yaml_rust2::parser::Parser;
use yaml_rust2::scanner::Marker;

/// The maximum nesting of nodes.
const MAX_DEPTH: usize = 16;

/// A node.
#[derive(Debug)]
pub(super) struct Node {
    /// Line and column, from 0.
    pub(super) place: (usize, usize),
    pub(super) value: Value,
}

/// The value of a node.
#[derive(Debug)]
pub(super) enum Value {
    Scalar(String),
    List(Vec<Node>),
    /// Keys, all of them scalars, with their values, in text order.
    Map(Vec<(String, Node)>),
}

/// An error and its position.
pub(super) struct YamlError {
    pub(super) place: (usize, usize),
    pub(super) message: String,
}

/// Reads one document.
pub(super) fn read(text: &str) -> Result<Node, YamlError> {
    let mut events = Parser::new_from_str(text);
    loop {
        let (event, marker) = next(&mut events)?;
        match event {
            Event::StreamStart | Event::DocumentStart | Event::Nothing => {}
            event => return node(&mut events, event, marker, 0),
        }
    }
}

fn place(marker: Marker) -> (usize, usize) {
    (marker.line().saturating_sub(1), marker.col())
}

fn next(events: &mut Parser<std::str::Chars<'_>>) -> Result<(Event, Marker), YamlError> {
    let error = |e: yaml_rust2::ScanError| YamlError { place: place(*e.marker()), message: e.info().into() };
    events.next_token().map_err(error)
}

fn node(
    events: &mut Parser<std::str::Chars<'_>>,
    event: Event,
    marker: Marker,
    depth: usize,
) -> Result<Node, YamlError> {
    let place = place(marker);
    let error = |message: &str| Err(YamlError { place, message: message.into() });
    if depth > MAX_DEPTH {
        return error("nested too deeply");
    }
    let value = match event {
        Event::Scalar(text, ..) => Value::Scalar(text),
        Event::SequenceStart(..) => {
            let mut list = Vec::new();
            loop {
                match next(events)? {
                    (Event::SequenceEnd, _) => break Value::List(list),
                    (event, marker) => list.push(node(events, event, marker, depth + 1)?),
                }
            }
        }
        Event::MappingStart(..) => {
            let mut map = Vec::new();
            loop {
                let (event, marker) = next(events)?;
                let key = match event {
                    Event::MappingEnd => break Value::Map(map),
                    Event::Scalar(key, ..) => key,
                    _ => {
                        return Err(YamlError {
                            place: self::place(marker),
                            message: "expected a key".into(),
                        });
                    }
                };
                let (event, marker) = next(events)?;
                map.push((key, node(events, event, marker, depth + 1)?));
            }
        }
        Event::Alias(_) => return error("references are not supported"),
        _ => return error("expected a value"),
    };
    Ok(Node { place, value })
}

impl Node {
    /// Returns the value of a key; `None` if the node is no map.
    pub(super) fn get(&self, key: &str) -> Option<&Node> {
        let Value::Map(map) = &self.value else { return None };
        map.iter().find(|(k, _)| k == key).map(|(_, node)| node)
    }

    /// Returns keys and values of a map.
    pub(super) fn entries(&self) -> &[(String, Node)] {
        match &self.value {
            Value::Map(map) => map,
            _ => &[],
        }
    }

    /// Returns the nodes of a list.
    pub(super) fn items(&self) -> &[Node] {
        match &self.value {
            Value::List(list) => list,
            _ => &[],
        }
    }

    pub(super) fn text(&self) -> Option<&str> {
        match &self.value {
            Value::Scalar(text) => Some(text),
            _ => None,
        }
    }

    pub(super) fn truth(&self) -> Option<bool> {
        match self.text()? {
            "true" => Some(true),
            "false" => Some(false),
            _ => None,
        }
    }

    pub(super) fn number<T: TryFrom<i128>>(&self) -> Option<T> {
        T::try_from(self.text()?.parse().ok()?).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::{Value, read};

    #[test]
    fn nodes_know_their_places() {
        let node =
            read("name: f\nstack:\n  - { id: 3, size: -1 }\n").unwrap_or_else(|e| panic!("{}", e.message));
        assert_eq!(node.get("name").and_then(|n| n.text()), Some("f"));
        let object = &node.get("stack").expect("is there").items()[0];
        assert_eq!(object.get("id").and_then(|n| n.number::<u32>()), Some(3));
        let size = object.get("size").expect("is there");
        assert_eq!((size.number::<u32>(), size.number::<i64>()), (None, Some(-1)));
        assert_eq!(size.place, (2, 19));
        assert!(matches!(object.value, Value::Map(_)));
    }

    #[test]
    fn unbounded_memory_and_depth_are_rejected() {
        for (text, message) in [
            ("a: &x [ 1, 2 ]\nb: [ *x, *x ]\n", "references are not supported"),
            (&format!("a: {}", "[".repeat(20)), "nested too deeply"),
            (&format!("a: {}", "[".repeat(100_000)), "recursion limit exceeded"),
            ("", "expected a value"),
            ("? [ a ]\n: b\n", "expected a key"),
        ] {
            let error = read(text).expect_err("is refused");
            assert_eq!(error.message, message);
        }
    }
}
