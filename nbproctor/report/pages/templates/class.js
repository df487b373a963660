"use strict";
// Sorts, searches and filters the rows that the page has. It makes no markup of texts, and asks for nothing.
(() => {
  const numbers = new Intl.Collator("en", { numeric: true });

  // What a cell is sorted by: a number, where there is one, else its text. What has none comes last.
  const key = (row, column) => {
    const cell = row.cells[column];
    if ("sort" in cell.dataset) return cell.dataset.sort === "" ? null : Number(cell.dataset.sort);
    if (marks.has(cell.className)) return marks.get(cell.className);
    if (cell.className === "num") return /^-?\d/.test(cell.textContent) ? parseFloat(cell.textContent) : null;
    return cell.firstChild?.textContent ?? null;
  };
  const compare = (one, other) => typeof one === "string" ? numbers.compare(one, other) : one - other;

  const sorted = (rows, head) => {
    const sign = head.getAttribute("aria-sort") === "ascending" ? -1 : 1;
    for (const other of head.parentElement.cells) other.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", sign > 0 ? "ascending" : "descending");
    const keyed = rows.map(row => [key(row, head.cellIndex), row]);
    keyed.sort(([one], [other]) =>
      one === null || other === null ? (one === null) - (other === null) : sign * compare(one, other));
    return keyed.map(([, row]) => row);
  };
  const onSort = (table, sort) => {
    for (const head of table.tHead.rows[0].querySelectorAll("th")) {
      const button = document.createElement("button");
      button.type = "button";
      button.append(...head.childNodes);
      head.append(button);
      button.addEventListener("click", () => sort(head));
    }
  };

  const table = document.getElementById("submissions");
  if (!table) return;
  const element = id => document.getElementById(id);
  const [student, exercise, outcome, band, asks, repaired] =
    ["student", "exercise", "outcome", "band", "asks", "repaired"].map(element);
  // The outcomes in their order, as the menu has them.
  const marks = new Map(Array.from(outcome.options).slice(1).map((option, order) => [option.value, order]));

  // The rows: those that match, in their order; of many only the first are in the page until all are asked for.

  const AT_FIRST = 500;
  const body = table.tBodies[0];
  const heads = Array.from(table.tHead.rows[0].cells);
  const columns = heads.flatMap((head, column) => head.querySelector("abbr") ? [column] : []);
  const percent = element("percent").cellIndex;
  const plain = text => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  const facts = new Map(Array.from(body.rows, row => [row, {
    name: plain(row.cells[0].firstChild.textContent),
    band: Math.max(0, Math.min(10, Math.floor(parseFloat(row.cells[percent].textContent) / 10))),
    asks: "asks" in row.dataset,
    repaired: row.cells[row.cells.length - 1].textContent.trim() !== "",
  }]));
  let rows = [...facts.keys()];
  let matching = rows;

  const ended = row => (exercise.value === "" ? columns : [columns[exercise.value]])
    .some(column => row.cells[column].className === outcome.value);
  let most = AT_FIRST;
  const put = count => {
    const shown = Math.min(matching.length, count);
    body.replaceChildren(...matching.slice(0, shown));
    element("shown").textContent =
      (matching.length === rows.length ? `All ${rows.length} submissions.` : `${matching.length} of ${rows.length} submissions.`) +
      (shown < matching.length ? ` The first ${shown} are shown.` : "");
    element("more").hidden = shown === matching.length;
  };
  const match = () => {
    const name = plain(student.value.trim());
    matching = rows.filter(row => {
      const fact = facts.get(row);
      return fact.name.includes(name) && (outcome.value === "" || ended(row)) &&
        (band.value === "" || fact.band === Number(band.value)) &&
        (!asks.checked || fact.asks) && (!repaired.checked || fact.repaired);
    });
    put(most = AT_FIRST);
  };

  const controls = document.querySelector(".controls");
  controls.addEventListener("input", match);
  element("reset").addEventListener("click", () => {
    for (const input of [student, exercise, outcome, band]) input.value = "";
    for (const box of [asks, repaired]) box.checked = false;
    match();
  });
  element("more").addEventListener("click", () => put(most = rows.length));
  addEventListener("beforeprint", () => put(rows.length));
  addEventListener("afterprint", () => put(most));
  onSort(table, head => {
    rows = sorted(rows, head);
    match();
  });
  const items = document.querySelector("table.items");
  onSort(items, head => items.tBodies[0].replaceChildren(...sorted([...items.tBodies[0].rows], head)));

  // The rows that match, as a file; what a spreadsheet could take for a formula gets an apostrophe, as in summary.csv.

  const formula = /^(?:[\s"']*[=+\-@|%＝＋－＠]|[\t\r\n])/;
  const inner = /(?:;[\s"']*|(?<![\s"';])[\s"']+)(?=[=+\-@|%＝＋－＠])/g;
  const number = /^[+-]?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?$/;
  const defused = text => number.test(text) ? text
    : (formula.test(text) ? "'" : "") + text.replace(inner, found => found.replace(/[;\t\r\n]/g, "$&'"));
  const quoted = text => /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  const value = (row, column) => {
    const cell = row.cells[column];
    const mark = cell.querySelector("[role=img]");
    if (mark) return mark.getAttribute("aria-label");
    const text = cell.firstChild?.textContent.trim() ?? "";
    return cell.className === "num" ? text.replace(/^–.*| %$/, "") : text;
  };
  const asCsv = () => {
    const told = heads.flatMap((head, column) => head.tagName === "TH" ? [column] : []);
    const names = told.map(column => heads[column].querySelector("abbr")?.title ?? heads[column].textContent);
    const lines = [names, ...matching.map(row => told.map(column => value(row, column)))];
    return lines.map(line => line.map(text => quoted(defused(text))).join(",") + "\n").join("");
  };
  element("download").addEventListener("click", () => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([asCsv()], { type: "text/csv;charset=utf-8" }));
    link.download = table.dataset.file;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
  });

  // A mark says what it means where one points at it.
  body.addEventListener("pointerover", event => {
    const cell = event.target.closest("td");
    if (cell && marks.has(cell.className) && !cell.title)
      cell.title = `${heads[cell.cellIndex].querySelector("abbr").title}: ${cell.firstChild.getAttribute("aria-label")}`;
  });

  table.classList.add("ready");
  controls.hidden = false;
  element("download").hidden = false;
  match();
})();
