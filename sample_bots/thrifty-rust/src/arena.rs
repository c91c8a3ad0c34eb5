//! The protocol's messages as types, and the reading loop of a bot. Copy it, and write what chooses.
#![allow(dead_code)] // This bot reads only some of what it is told.

use std::collections::HashMap;
use std::io::{self, BufReader, ErrorKind, Read, Write};

use rmpv::Value;
use serde::{Deserialize, Serialize};

/// The first message: which game this is, and which chair.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct Hello {
    pub variant: String,
    pub options: HashMap<String, Value>,
    pub seats: usize,
    pub seat: usize,
    pub tables: usize,
    pub limits: HashMap<String, u64>,
}

/// A table opens. `seed` is for the bot's own random choices.
#[derive(Debug, Deserialize)]
pub struct Start {
    pub table: i64,
    pub dealer: usize,
    pub totals: Vec<i64>,
    pub seed: u64,
}

/// What happened: its kind, then what belongs to it.
pub type Event = Vec<Value>;

/// A question: one of `legal` is to be chosen within `ms`.
#[derive(Debug, Deserialize)]
pub struct Act {
    pub table: i64,
    pub turn: i64,
    pub legal: Vec<String>,
    pub ms: u64,
    pub events: Vec<Event>,
    pub view: View,
}

/// All that the seat knows.
#[derive(Debug, Deserialize)]
pub struct View {
    pub phase: String,
    pub hand: Vec<String>,
    pub trick: Vec<(usize, String)>,
    pub leader: Option<usize>,
    pub trump: Option<String>,
    pub won: Vec<u32>,
    pub scores: Vec<i64>,
}

#[derive(Debug, Deserialize)]
pub struct Tell {
    pub table: i64,
    pub events: Vec<Event>,
}

/// The table is over. More payoff is always better.
#[derive(Debug, Deserialize)]
pub struct End {
    pub table: i64,
    pub scores: Vec<i64>,
    pub payoffs: Vec<f64>,
    pub events: Vec<Event>,
}

#[derive(Debug, Deserialize)]
pub struct Fault {
    pub kind: String,
    pub detail: String,
}

#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum FromReferee {
    Hello(Hello),
    Start(Start),
    Act(Act),
    Tell(Tell),
    End(End),
    Fault(Fault),
    Bye,
    #[serde(other)]
    Unknown,
}

#[derive(Debug, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum FromBot {
    Ready {
        protocol: u32,
        name: String,
        version: String,
        tables: usize,
    },
    Move {
        table: i64,
        turn: i64,
        action: String,
    },
}

/// The bot at one table.
pub trait Player {
    /// One of `act.legal`.
    fn choose(&mut self, act: &Act) -> String;
    /// Each event comes once, in order, before `choose`.
    fn event(&mut self, _event: &Event) {}
    fn end(&mut self, _end: &End) {}
}

/// Plays until the referee says bye or closes the pipe, with a new player for each table that opens.
/// Standard output belongs to the frames: print with `eprintln!`.
pub fn run<P: Player>(
    name: &str,
    version: &str,
    tables: usize,
    new_player: impl FnMut(&Hello, &Start) -> P,
) -> io::Result<()> {
    let ready = (name.to_owned(), version.to_owned(), tables);
    let mut session = Session {
        ready,
        new_player,
        hello: Hello::default(),
        players: HashMap::new(),
        over: false,
    };
    let mut input = BufReader::with_capacity(1 << 16, io::stdin().lock());
    let mut output = io::stdout().lock();
    while !session.over {
        let Some(payload) = read_frame(&mut input)? else {
            break;
        };
        let messages: Vec<FromReferee> =
            rmp_serde::from_slice(&payload).map_err(io::Error::other)?;
        let mut answers = Vec::new();
        for message in messages {
            answers.extend(session.answer(message)?);
        }
        if !answers.is_empty() {
            write_frame(&mut output, &answers)?;
        }
    }
    Ok(())
}

/// The payload of the next frame; nothing at the end of the input.
fn read_frame(input: &mut impl Read) -> io::Result<Option<Vec<u8>>> {
    let mut header = [0; 4];
    match input.read_exact(&mut header) {
        Err(error) if error.kind() == ErrorKind::UnexpectedEof => return Ok(None),
        other => other?,
    }
    let mut payload = vec![0; u32::from_be_bytes(header) as usize];
    input.read_exact(&mut payload)?;
    Ok(Some(payload))
}

fn write_frame(output: &mut impl Write, messages: &[FromBot]) -> io::Result<()> {
    let payload = rmp_serde::to_vec_named(messages).map_err(io::Error::other)?;
    let mut frame = (payload.len() as u32).to_be_bytes().to_vec();
    frame.extend(payload);
    output.write_all(&frame)?;
    output.flush()
}

struct Session<P, N> {
    ready: (String, String, usize),
    new_player: N,
    hello: Hello,
    players: HashMap<i64, P>,
    over: bool,
}

impl<P: Player, N: FnMut(&Hello, &Start) -> P> Session<P, N> {
    /// What the bot answers to a message. What it does not know it passes over.
    fn answer(&mut self, message: FromReferee) -> io::Result<Option<FromBot>> {
        match message {
            FromReferee::Hello(hello) => {
                self.hello = hello;
                let (name, version, tables) = self.ready.clone();
                return Ok(Some(FromBot::Ready {
                    protocol: 1,
                    name,
                    version,
                    tables,
                }));
            }
            FromReferee::Start(start) => {
                let player = (self.new_player)(&self.hello, &start);
                self.players.insert(start.table, player);
            }
            FromReferee::Act(act) => {
                let action = self.told(act.table, &act.events)?.choose(&act);
                return Ok(Some(FromBot::Move {
                    table: act.table,
                    turn: act.turn,
                    action,
                }));
            }
            FromReferee::Tell(tell) => {
                self.told(tell.table, &tell.events)?;
            }
            FromReferee::End(end) => {
                self.told(end.table, &end.events)?.end(&end);
                self.players.remove(&end.table);
            }
            FromReferee::Fault(fault) => eprintln!("fault {}: {}", fault.kind, fault.detail),
            FromReferee::Bye => self.over = true,
            FromReferee::Unknown => {}
        }
        Ok(None)
    }

    /// The player of a table, who has been told what happened there.
    fn told(&mut self, table: i64, events: &[Event]) -> io::Result<&mut P> {
        let unopened = || io::Error::other(format!("table {table} was never opened"));
        let player = self.players.get_mut(&table).ok_or_else(unopened)?;
        events.iter().for_each(|event| player.event(event));
        Ok(player)
    }
}
