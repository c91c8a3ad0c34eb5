
/* The list of leagues, or one league's standings, drawn anew whenever the server tells of a change. Texts become text. */

function cell(text, name = "") {
  const element = document.createElement("td");
  element.textContent = text;
  element.className = name;
  return element;
}

function head(...children) {
  const element = document.createElement("th");
  element.scope = "row";
  element.className = "name";
  element.append(...children);
  return element;
}

function number(value, digits = 3) {
  return value === null ? "–" : value.toFixed(digits).replace("-", "−");
}

function state(seen) {
  if (seen.running) return "being played";
  return seen.over ? "all is played" : "interrupted";
}

function played(seen) {
  return seen.planned === null ? `${seen.tables}` : `${seen.tables} of ${seen.planned}`;
}

function drawList(leagues) {
  const rows = leagues.map((seen) => {
    const link = document.createElement("a");
    link.href = `/leagues/${encodeURIComponent(seen.folder)}`;
    link.textContent = seen.name;
    const row = document.createElement("tr");
    row.append(head(link), cell(seen.variant, "name"), cell(seen.bots.length), cell(played(seen)), cell(state(seen), "name"));
    return row;
  });
  document.querySelector("#leagues tbody").replaceChildren(...rows);
  document.getElementById("leagues").hidden = !rows.length;
  document.getElementById("none").hidden = rows.length > 0;
}

function drawLeague(seen) {
  const bar = document.getElementById("bar");
  bar.max = seen.planned || seen.tables || 1;
  bar.value = seen.tables;
  document.getElementById("played").textContent = `${played(seen)} tables, ${seen.hands} hands`;
  document.getElementById("state").textContent = state(seen);
  const rows = seen.standings.map((line) => {
    const row = document.createElement("tr");
    const half = line.half_width === null ? "" : ` ± ${number(line.half_width)}`;
    row.append(cell(line.place ?? "–"), head(line.bot), cell(number(line.payoff) + half), cell(line.tables));
    return row;
  });
  document.querySelector("#standings tbody").replaceChildren(...rows);
}

const live = document.querySelector("[data-events]");
const source = new EventSource(live.dataset.events);
source.addEventListener("message", (event) => {
  const { seen } = JSON.parse(event.data);
  if (Array.isArray(seen)) drawList(seen);
  else drawLeague(seen);
});
source.addEventListener("end", () => source.close());
