/* Elements, and cards drawn from a suit's outline and a rank. Text only ever enters a page as text. */

const SVG = "http://www.w3.org/2000/svg";
const SHAPES = {
  H: "M12 21C5 15 2 11.5 2 7.8 2 4.9 4.2 3 6.8 3 9 3 11 4.3 12 6.4 13 4.3 15 3 17.2 3 19.8 3 22 4.9 22 7.8 22 11.5 19 15 12 21Z",
  D: "M12 1.5 20 12 12 22.5 4 12Z",
  S: "M12 2C7 7 2.5 10.5 2.5 14.6 2.5 17.2 4.5 19 6.8 19 8.7 19 10.2 18 11.2 16.6 11 19 10.3 20.6 8.8 22H15.2C13.7 20.6 13 19 12.8 16.6 13.8 18 15.3 19 17.2 19 19.5 19 21.5 17.2 21.5 14.6 21.5 10.5 17 7 12 2Z",
  C: "M12 2a4.6 4.6 0 0 1 3.6 7.5A4.7 4.7 0 1 1 13 16.2C13.2 18.8 13.9 20.5 15.3 22H8.7C10.1 20.5 10.8 18.8 11 16.2A4.7 4.7 0 1 1 8.4 9.5 4.6 4.6 0 0 1 12 2Z",
  star: "M12 2l2.9 6.6 7.1.7-5.4 4.7 1.6 7L12 17.3 5.8 21l1.6-7L2 9.3l7.1-.7Z",
};

/** An HTML element with properties and children; texts become text nodes. */
function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name in element && typeof value !== "string") element[name] = value;
    else if (name === "className" || name === "textContent") element[name] = value;
    else element.setAttribute(name, value);
  }
  element.append(...children.filter((child) => child !== null));
  return element;
}

function draw(tag, attributes, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

function pip(shape, x, y, size) {
  return draw("path", { d: SHAPES[shape], transform: `translate(${x} ${y}) scale(${size / 24})` });
}

/** A card, 60 by 84; an empty token is one that lies face down. */
function cardPicture(token, faces) {
  const face = faces[token];
  const kind = !face ? "back" : face[1] || "special";
  const card = draw("svg", { viewBox: "0 0 60 84", class: `card suit-${kind}`, "aria-hidden": "true" });
  card.append(draw("rect", { x: 0.75, y: 0.75, width: 58.5, height: 82.5, rx: 6, class: "paper" }));
  if (!face) card.append(draw("rect", { x: 6, y: 6, width: 48, height: 72, rx: 3, class: "weave" }));
  else if (face[1]) card.append(...suited(face));
  else card.append(...special(face));
  return card;
}

function suited([corner, suit]) {
  const rank = draw("text", { x: corner.length > 1 ? 2.5 : 5, y: 21, class: corner.length > 1 ? "rank tight" : "rank" }, corner);
  return [rank, pip(suit, 4, 25, 14), pip(suit, 22, 42, 32)];
}

function special([corner, , name]) {
  const number = /^\d+$/.test(corner);
  const title = name.replace(/^(the|a|an) /, "").split(" ").slice(0, 2).join(" ");
  const middle = number
    ? [draw("text", { x: 33, y: 64, class: "number", "text-anchor": "middle" }, corner)]
    : [pip("star", 22, 36, 30), draw("text", { x: 55, y: 78, class: "title", "text-anchor": "end" }, title)];
  return [draw("text", { x: 4, y: 20, class: "rank tight" }, corner), pip("star", 4, 25, 12), ...middle];
}

/** Cards side by side, overlapping where there is little room. `shown` are [token, class names] pairs. */
function fan(shown, faces, label) {
  const element = make("div", { className: "fan", role: "img", "aria-label": label });
  const cards = shown.map(([token, names]) => {
    const slot = make("span", { className: `slot ${names}` }, cardPicture(token, faces));
    return slot;
  });
  element.append(...cards);
  const last = Math.max(cards.length - 1, 0);
  const step = shown.every(([token]) => !token) ? 0.2 : 0.46;
  element.style.setProperty(
    "grid-template-columns",
    `${last ? `repeat(${last}, minmax(0, calc(var(--card) * ${step})))` : ""} var(--card)`,
  );
  return element;
}
