//! The variables that may have a value, by value.
//!
//! Cost: building sorts the pairs; a query is a binary search.

/// By value: its variables in order, as one array.
#[derive(Debug, Default)]
pub(super) struct Users {
    /// The values in order, and the end of the variables of each.
    ends: Vec<(u32, u32)>,
    variables: Vec<u32>,
}

impl Users {
    /// Returns the variables of values, from pairs of a value and a variable in any order.
    pub(super) fn of(mut pairs: Vec<(u32, u32)>) -> Users {
        pairs.sort_unstable();
        pairs.dedup();
        let mut ends: Vec<(u32, u32)> = Vec::new();
        for (n, &(value, _)) in pairs.iter().enumerate() {
            let end = n as u32 + 1;
            match ends.last_mut().filter(|last| last.0 == value) {
                Some(last) => last.1 = end,
                None => ends.push((value, end)),
            }
        }
        Users { ends, variables: pairs.into_iter().map(|(_, variable)| variable).collect() }
    }

    /// Returns the variables that may have `value`, in order.
    pub(super) fn get(&self, value: u32) -> &[u32] {
        let Ok(n) = self.ends.binary_search_by_key(&value, |&(value, _)| value) else { return &[] };
        let start = n.checked_sub(1).map_or(0, |before| self.ends[before].1);
        &self.variables[start as usize..self.ends[n].1 as usize]
    }

    /// Adds to the users of `from` those of `made`, for each of `pairs` of `made` and `from`.
    pub(super) fn with_derived(self, pairs: &[(u32, u32)]) -> Users {
        let of = |made, from| self.get(made).iter().map(move |&variable| (from, variable));
        let mut all: Vec<(u32, u32)> = pairs.iter().flat_map(|&(made, from)| of(made, from)).collect();
        all.extend(self.ends.iter().flat_map(|&(value, _)| of(value, value)));
        Users::of(all)
    }
}

#[cfg(test)]
mod tests {
    use super::Users;

    #[test]
    fn variables_are_listed_by_value_in_order() {
        let users = Users::of(vec![(4, 1), (2, 7), (4, 0), (2, 7)]);
        let all: Vec<&[u32]> = (0..7).map(|value| users.get(value)).collect();
        assert_eq!(all, [&[][..], &[], &[7], &[], &[0, 1], &[], &[]]);
        let users = users.with_derived(&[(4, 6), (2, 4)]);
        assert_eq!([users.get(2), users.get(4), users.get(6)], [&[7][..], &[0, 1, 7], &[0, 1]]);
        assert!(Users::of(Vec::new()).get(0).is_empty());
        assert_eq!(Users::of(vec![(u32::MAX, 3)]).get(u32::MAX), [3]);
    }
}
