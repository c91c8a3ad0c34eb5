// The reading loop of a bot: frames, the handshake, tables. Copy it, and write what chooses.
import { Console } from "node:console";
import { decode, encode } from "@msgpack/msgpack";

const HEADER = 4;

/** Cuts a stream of bytes into the payloads of its frames, whatever the pieces in which it arrives. */
export class FrameReader {
  #held = Buffer.alloc(0);

  /** Takes the bytes of one read; yields the payloads that are now complete. */
  *feed(bytes) {
    this.#held = this.#held.length ? Buffer.concat([this.#held, bytes]) : bytes;
    while (this.#held.length >= HEADER) {
      const end = HEADER + this.#held.readUInt32BE();
      if (this.#held.length < end) return;
      yield this.#held.subarray(HEADER, end);
      this.#held = this.#held.subarray(end);
    }
  }
}

/** One frame that holds these messages. */
export function frame(messages) {
  const payload = encode(messages);
  const header = Buffer.alloc(HEADER);
  header.writeUInt32BE(payload.length);
  return Buffer.concat([header, payload]);
}

/** What a bot answers to each message; its tables live here. */
export class Session {
  #ready;
  #newTable;
  #hello;
  #tables = new Map();
  over = false;

  constructor(ready, newTable) {
    this.#ready = { type: "ready", protocol: 1, ...ready };
    this.#newTable = newTable;
  }

  /** The answers to the messages of one frame. What is not known is passed over. */
  *answers(messages) {
    for (const message of messages) {
      const table = this.#tables.get(message.table);
      for (const event of message.events ?? []) table?.event?.(event);
      switch (message.type) {
        case "hello":
          this.#hello = message;
          yield this.#ready;
          break;
        case "start":
          this.#tables.set(message.table, this.#newTable(message, this.#hello));
          break;
        case "act":
          yield { type: "move", table: message.table, turn: message.turn, action: table.choose(message) };
          break;
        case "end":
          table?.end?.(message);
          this.#tables.delete(message.table);
          break;
        case "fault":
          console.error(`fault ${message.kind}: ${message.detail}`);
          break;
        case "bye":
          this.over = true;
          return;
      }
    }
  }
}

/**
 * Plays until the referee says bye. `ready` holds name and version, and if wanted tables and view. `newTable` is
 * called with the `start` and the `hello` of each table that opens, and returns an object with `choose(act)`, which
 * returns one of `act.legal`, and if wanted `event(event)` and `end(end)`.
 */
export async function run(ready, newTable) {
  // Standard output belongs to the frames: console.log goes to the log.
  globalThis.console = new Console(process.stderr);
  process.stdout.on("error", () => process.exit()); // the referee is gone
  const reader = new FrameReader();
  const session = new Session(ready, newTable);
  for await (const bytes of process.stdin) {
    for (const payload of reader.feed(bytes)) {
      const answers = [...session.answers(decode(payload))];
      if (answers.length) process.stdout.write(frame(answers));
      if (session.over) return;
    }
  }
}
