//! Wins a trick as cheaply as it can, and wastes nothing on one that it can't win. Knows no game in particular.

mod arena;

use std::cmp::Reverse;

use arena::{Act, Player};

struct Thrifty;

fn main() -> std::io::Result<()> {
    arena::run("thrifty-rust", "1.0", 64, |_, _| Thrifty)
}

impl Player for Thrifty {
    fn choose(&mut self, act: &Act) -> String {
        let view = &act.view;
        if view.phase == "play" {
            return play(&act.legal, &view.trick, view.trump.as_deref()).clone();
        }
        let held = |token: &String| view.hand.iter().filter(|card| card[1..] == **token).count();
        first_max(&act.legal, held).clone()
    }
}

fn play<'a>(legal: &'a [String], trick: &[(usize, String)], trump: Option<&str>) -> &'a String {
    let strong = |card: &String| strength(card, trump);
    let Some((_, led)) = trick.first() else {
        return first_max(legal, strong);
    };

    // A card of any other suit can't win.
    let counts = |card: &str| [suit_of(led, trump), trump].contains(&suit_of(card, trump));
    let best = trick
        .iter()
        .map(|(_, card)| card)
        .filter(|card| counts(card))
        .map(strong)
        .max();
    let winners = legal
        .iter()
        .filter(|card| counts(card) && Some(strong(card)) > best);
    winners
        .min_by_key(|card| strong(card))
        .unwrap_or_else(|| first_max(legal, |card| Reverse(strong(card))))
}

fn joker(card: &str) -> Option<usize> {
    match card {
        "SJ" => Some(98),
        "BJ" => Some(99),
        _ => None,
    }
}

fn suit_of<'a>(card: &'a str, trump: Option<&'a str>) -> Option<&'a str> {
    if joker(card).is_some() {
        trump
    } else {
        Some(&card[1..])
    }
}

/// How much a card can do: any trump is above all other cards, jokers above other trumps.
fn strength(card: &str, trump: Option<&str>) -> usize {
    let rank = "?23456789TJQKA".find(&card[..1]).unwrap_or(0);
    joker(card).unwrap_or(if Some(&card[1..]) == trump {
        20 + rank
    } else {
        rank
    })
}

/// The token with the highest value, the first of equals (`max_by_key` would give the last).
fn first_max<K: Ord>(tokens: &[String], value: impl Fn(&String) -> K) -> &String {
    tokens
        .iter()
        .rev()
        .max_by_key(|token| value(token))
        .expect("something is always legal")
}
