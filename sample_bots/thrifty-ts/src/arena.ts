// The protocol's messages as types, and the reading loop of a bot. Copy it, and write what chooses.
import { Console } from "node:console";
import { decode, encode } from "@msgpack/msgpack";

export interface Hello {
  type: "hello";
  variant: string;
  options: Record<string, unknown>;
  seats: number;
  seat: number;
  tables: number;
  limits: Record<string, number>;
}

export interface Start {
  type: "start";
  table: number;
  dealer: number;
  totals: number[];
  /** Of 63 bits; what JavaScript's numbers can't hold of it is rounded. */
  seed: number;
}

/** What happened: its kind, then what belongs to it. */
export type Event = [kind: string, ...rest: unknown[]];

export interface View {
  phase: string;
  hand: string[];
  trick: [seat: number, card: string][];
  leader: number | null;
  trump: string | null;
  won: number[];
  scores: number[];
  bids?: [seat: number, token: string][];
  up?: string[];
  shown?: [seat: number, cards: string[]][];
}

export interface Act {
  type: "act";
  table: number;
  turn: number;
  legal: string[];
  ms: number;
  events: Event[];
  view: View;
}

export interface Tell {
  type: "tell";
  table: number;
  events: Event[];
}

export interface End {
  type: "end";
  table: number;
  scores: number[];
  payoffs: number[];
  events: Event[];
}

export interface Fault {
  type: "fault";
  table: number | null;
  kind: string;
  detail: string;
}

export type FromReferee = Hello | Start | Act | Tell | End | Fault | { type: "bye" };

export interface Ready {
  name: string;
  version: string;
  /** How many tables it will play at once: 1 unless said. */
  tables?: number;
  /** Whether it wants views: true unless said. */
  view?: boolean;
}

export type FromBot =
  | (Ready & { type: "ready"; protocol: 1 })
  | { type: "move"; table: number; turn: number; action: string };

/** The bot at one table. */
export interface Player {
  /** One of `act.legal`. */
  choose(act: Act): string;
  /** Each event comes once, in order, before `choose`. */
  event?(event: Event): void;
  end?(end: End): void;
}

export type NewPlayer = (start: Start, hello: Hello) => Player;

const HEADER = 4;

/** Cuts a stream of bytes into the payloads of its frames, whatever the pieces in which it arrives. */
export class FrameReader {
  private held: Buffer = Buffer.alloc(0);

  /** Takes the bytes of one read; yields the payloads that are now complete. */
  *feed(bytes: Buffer): Generator<Buffer> {
    this.held = this.held.length ? Buffer.concat([this.held, bytes]) : bytes;
    while (this.held.length >= HEADER) {
      const end = HEADER + this.held.readUInt32BE();
      if (this.held.length < end) return;
      yield this.held.subarray(HEADER, end);
      this.held = this.held.subarray(end);
    }
  }
}

/** One frame that holds these messages. */
export function frame(messages: FromBot[]): Buffer {
  const payload = encode(messages);
  const header = Buffer.alloc(HEADER);
  header.writeUInt32BE(payload.length);
  return Buffer.concat([header, payload]);
}

/** What a bot answers to each message; its tables live here. */
export class Session {
  over = false;
  private hello?: Hello;
  private readonly players = new Map<number, Player>();

  constructor(
    private readonly ready: Ready,
    private readonly newPlayer: NewPlayer,
  ) {}

  /** The answers to the messages of one frame. What is not known is passed over. */
  answers(messages: FromReferee[]): FromBot[] {
    return messages.flatMap((message) => this.answer(message) ?? []);
  }

  private answer(message: FromReferee): FromBot | undefined {
    switch (message.type) {
      case "hello":
        this.hello = message;
        return { type: "ready", protocol: 1, ...this.ready };
      case "start":
        if (!this.hello) throw new Error("a table opened before hello");
        this.players.set(message.table, this.newPlayer(message, this.hello));
        return;
      case "act": {
        const { table, turn } = message;
        return { type: "move", table, turn, action: this.told(message).choose(message) };
      }
      case "tell":
        this.told(message);
        return;
      case "end":
        this.told(message).end?.(message);
        this.players.delete(message.table);
        return;
      case "fault":
        console.error(`fault ${message.kind}: ${message.detail}`);
        return;
      case "bye":
        this.over = true;
    }
  }

  /** The player of the message's table, who has been told its events. */
  private told({ table, events }: Act | Tell | End): Player {
    const player = this.players.get(table);
    if (!player) throw new Error(`table ${table} was never opened`);
    for (const event of events) player.event?.(event);
    return player;
  }
}

/** Plays until the referee says bye, with a new player for each table that opens. */
export async function run(ready: Ready, newPlayer: NewPlayer): Promise<void> {
  // Standard output belongs to the frames: console.log goes to the log.
  globalThis.console = new Console(process.stderr);
  process.stdout.on("error", () => process.exit()); // the referee is gone
  const reader = new FrameReader();
  const session = new Session(ready, newPlayer);
  for await (const bytes of process.stdin) {
    for (const payload of reader.feed(bytes as Buffer)) {
      const answers = session.answers(decode(payload) as FromReferee[]);
      if (answers.length) process.stdout.write(frame(answers));
      if (session.over) return;
    }
  }
}
