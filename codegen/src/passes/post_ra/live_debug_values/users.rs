//! The variables that may have a value, by value.
//!
//! Cost: building sorts the pairs; a query is constant.

/// By value: its variables in order, as one array.
#[derive(Debug, Default)]
pub(super) struct Users {
    /// By value: the index of its first variable; at the end, the number of variables.
    starts: Vec<u32>,
    variables: Vec<u32>,
}

impl Users {
    /// Returns the variables of values, from pairs of a value and a variable in any order.
    pub(super) fn of(mut pairs: Vec<(u32, u32)>) -> Users {
        pairs.sort_unstable();
        pairs.dedup();
        let values = pairs.last().map_or(0, |&(value, _)| value as usize + 1);
        let mut starts = Vec::with_capacity(values + 1);
        for (n, &(value, _)) in pairs.iter().enumerate() {
            starts.resize(starts.len().max(value as usize + 1), n as u32);
        }
        starts.push(pairs.len() as u32);
        Users { starts, variables: pairs.into_iter().map(|(_, variable)| variable).collect() }
    }

    /// Returns the variables that may have `value`, in order.
    pub(super) fn get(&self, value: u32) -> &[u32] {
        match self.starts.get(value as usize..value as usize + 2) {
            Some(&[start, end]) => &self.variables[start as usize..end as usize],
            _ => &[],
        }
    }

    /// Adds to the users of `from` those of `made`, for each of `pairs` of `made` and `from`.
    pub(super) fn with_derived(self, pairs: &[(u32, u32)]) -> Users {
        let of = |made, from| self.get(made).iter().map(move |&variable| (from, variable));
        let mut all: Vec<(u32, u32)> = pairs.iter().flat_map(|&(made, from)| of(made, from)).collect();
        all.extend((0..self.starts.len() as u32).flat_map(|value| of(value, value)));
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
    }
}
