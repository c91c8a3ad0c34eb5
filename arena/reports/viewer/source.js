/* Where tables come from: the page itself, or side files that are loaded when a table of theirs is wanted. */

const MOST_FILES_KEPT = 4;

class Source {
  constructor(game) {
    this.files = game.files;
    this.kept = new Map();
    this.inline = document.getElementById("tables");
  }

  /** A table with the other sittings of its deal, in their order; rejects with a sentence for the reader. */
  async deal(name) {
    const place = /^m(\d+)\.r(\d+)\.d(\d+)$/.exec(name);
    if (!place) throw new Error(`“${name}” is not the name of a table; such a name looks like m3.r0.d17.`);
    const [lineup, number] = [Number(place[1]), Number(place[3])];
    const tables = await this.around(lineup, number);
    const sittings = tables.filter((table) => table.table.startsWith(`m${lineup}.`) && table.table.endsWith(`.d${number}`));
    const table = sittings.find((each) => each.table === name);
    if (!table) {
      throw new Error(`Table ${name} is not in these files. It can be had by: arena replay DIR --table ${name} --html`);
    }
    return { table, sittings };
  }

  /** The first table of all. */
  async first() {
    const tables = await this.file(0);
    if (!tables.length) throw new Error("No hand has been played yet.");
    return tables[0].table;
  }

  /** The deal before or after this one (by -1 or 1) in the files; the same one at the ends. */
  async beside(name, way) {
    const [, lineup, number] = /^m(\d+)\.r\d+\.d(\d+)$/.exec(name).map(Number);
    const file = this.fileOf(lineup, number);
    const names = [];
    for (const each of [file - 1, file, file + 1]) {
      if (each >= 0 && each < this.files.length) names.push(...(await this.file(each)).map((table) => table.table));
    }
    const deals = [...new Set(names.map((each) => each.replace(/\.r\d+\./, ".")))];
    const wanted = deals[deals.indexOf(`m${lineup}.d${number}`) + way];
    return names.find((each) => each.replace(/\.r\d+\./, ".") === wanted) ?? name;
  }

  async around(lineup, number) {
    const file = this.fileOf(lineup, number);
    return file < 0 ? [] : this.file(file);
  }

  /** The last file whose first deal is not behind this one. */
  fileOf(lineup, number) {
    return this.files.findLastIndex(([first, deal]) => first < lineup || (first === lineup && deal <= number));
  }

  async file(number) {
    if (!this.kept.has(number)) {
      const text = this.inline ? this.inline.textContent : await sideFile(number);
      this.kept.set(number, await unpacked(text));
      if (this.kept.size > MOST_FILES_KEPT) this.kept.delete(this.kept.keys().next().value);
    }
    return this.kept.get(number);
  }
}

const AWAITED = new Map();

/** Called by a side file with its number and its tables. */
globalThis.arenaHands = (number, text) => AWAITED.get(number)?.(text);

function sideFile(number) {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    const name = `hands/${String(number).padStart(3, "0")}.js`;
    AWAITED.set(number, resolve);
    script.addEventListener("error", () => reject(new Error(`The file ${name}, which belongs beside this page, is missing.`)));
    script.addEventListener("load", () => {
      AWAITED.delete(number);
      script.remove();
    });
    script.src = name;
    document.head.append(script);
  });
}

async function unpacked(text) {
  const bytes = Uint8Array.from(atob(text.trim()), (character) => character.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Response(stream).json();
}
