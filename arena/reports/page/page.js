"use strict";
// Makes the page's tables sortable, and the list of hands one that can be filtered. The page is whole without it.

/** What a cell is sorted by: the number that it begins with, else its text; empty cells and dashes come last. */
function sortKey(cell) {
  const text = (cell.dataset.sort ?? cell.textContent).replace("−", "-").trim();
  if (text === "" || text === "–" || text === "·") return null;
  const number = Number.parseFloat(text);
  return Number.isNaN(number) || cell.matches(".name, .words") ? text : number;
}

function compare(one, other) {
  if (one === null || other === null) return (one === null) - (other === null);
  if (typeof one === "number" && typeof other === "number") return one - other;
  return String(one).localeCompare(String(other), "en", { numeric: true });
}

function sortBy(table, head) {
  const column = head.cellIndex;
  const body = table.tBodies[0];
  const rows = [...body.rows].map((row) => [sortKey(row.cells[column]), row]);
  const before = head.getAttribute("aria-sort");
  const numbers = rows.some(([key]) => typeof key === "number");
  const upwards = before ? before === "descending" : !numbers;
  rows.sort(([one], [other]) => {
    const empty = one === null || other === null;
    return empty || upwards ? compare(one, other) : compare(other, one);
  });
  for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
  head.setAttribute("aria-sort", upwards ? "ascending" : "descending");
  body.append(...rows.map(([, row]) => row));
}

function makeSortable(table) {
  for (const head of table.tHead.querySelectorAll("th")) {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    button.addEventListener("click", () => sortBy(table, head));
    head.append(button);
  }
}

function element(name, content, kind) {
  const made = document.createElement(name);
  if (kind) made.className = kind;
  made.append(content);
  return made;
}

/** The list of hands: what is chosen in the filter, a few rows at a time. */
class Hands {
  constructor(data, place, body) {
    this.data = data;
    this.body = body;
    this.listed = data.listed;
    this.rows = [...data.swings.map((swing) => this.swing(swing)), ...data.faults.map((fault) => this.fault(fault))];
    const form = element("form", "", "filter");
    const bots = data.bots.map((bot, number) => [number, bot]);
    const seats = Array.from({ length: data.seats }, (_, seat) => [seat, seat]);
    const outcomes = [["more", "paid more"], ["less", "paid less"], ["tie", "tie broken"], ["fault", "with a fault"]];
    this.bot = this.select(form, "bot", bots);
    this.other = this.select(form, "against", bots);
    this.seat = this.select(form, "seat", seats);
    this.outcome = this.select(form, "outcome", outcomes);
    this.count = document.createElement("output");
    form.append(this.count);
    form.addEventListener("change", () => { this.listed = data.listed; this.show(); });
    form.addEventListener("submit", (event) => event.preventDefault());
    place.append(form);
    this.more = element("button", "More", "more");
    this.more.type = "button";
    this.more.addEventListener("click", () => { this.listed += data.listed; this.show(); });
    body.closest(".wide").after(this.more);
    this.show();
  }

  select(form, name, choices) {
    const made = document.createElement("select");
    made.name = name;
    made.append(new Option("any", ""), ...choices.map(([value, text]) => new Option(text, value)));
    const label = element("label", name);
    label.append(made);
    form.append(label);
    return made;
  }

  swing([deal, seat, kind, swing, more, moreTable, morePaid, less, lessTable, lessPaid]) {
    const cells = () => [
      element("td", deal), element("td", seat), element("td", this.number(swing)),
      this.link(moreTable, this.data.bots[more]), element("td", this.number(morePaid, true), "paid"),
      this.link(lessTable, this.data.bots[less]), element("td", this.number(lessPaid, true), "paid"),
      element("td", this.data.kinds[kind], "words"),
    ];
    return { deal, seat, kind, more, less, cells };
  }

  fault([bot, kind, table, hand, trick, seat, detail]) {
    const cells = () => [
      element("td", table.split("d").pop()), element("td", seat), element("td", "–", "none"),
      element("td", ""), element("td", ""), this.link(table, this.data.bots[bot], hand), element("td", ""),
      element("td", `${kind}, trick ${trick + 1}: ${detail}`, "prose"),
    ];
    return { seat, kind: "fault", more: null, less: bot, cells };
  }

  number(value, signed = false) {
    const text = String(Math.round(Math.abs(value) * 100) / 100);
    if (value < 0) return `−${text}`;
    return signed && value > 0 ? `+${text}` : text;
  }

  link(table, text, hand = 1) {
    const made = element("a", text);
    made.href = `${this.data.viewer}#${new URLSearchParams({ table, hand, step: 0 })}`;
    return element("td", made, "words");
  }

  isChosen(row) {
    const [bot, other, seat] = [this.bot, this.other, this.seat].map((one) => (one.value === "" ? null : Number(one.value)));
    const outcome = this.outcome.value;
    const both = [row.more, row.less];
    if ([bot, other].some((one) => one !== null && !both.includes(one)) || (bot !== null && bot === other)) return false;
    if (seat !== null && row.seat !== seat) return false;
    if (outcome === "tie" || outcome === "fault") return row.kind === outcome;
    if (outcome === "") return true;
    return bot === null ? row.more !== null : row[outcome] === bot;
  }

  /** The widest swing of each deal; faults are all there. */
  onePerDeal(rows) {
    const seen = new Set();
    return rows.filter((row) => row.deal === undefined || (!seen.has(row.deal) && seen.add(row.deal)));
  }

  show() {
    let chosen = this.rows.filter((row) => this.isChosen(row));
    if (this.bot.value === "" && this.other.value === "") chosen = this.onePerDeal(chosen);
    const listed = chosen.slice(0, this.listed);
    this.body.replaceChildren(...listed.map((row) => {
      const line = document.createElement("tr");
      line.append(...row.cells());
      return line;
    }));
    this.count.value = chosen.length === listed.length ? `${chosen.length} hands` : `${listed.length} of ${chosen.length} hands`;
    this.more.hidden = chosen.length === listed.length;
    for (const head of this.body.closest("table").tHead.rows[0].cells) head.removeAttribute("aria-sort");
  }
}

document.querySelectorAll("table").forEach(makeSortable);
const handsData = document.getElementById("hands-data");
if (handsData) {
  const place = document.getElementById("hands-filter");
  new Hands(JSON.parse(handsData.textContent), place, document.getElementById("hands-list"));
}
