// An open page of a submission hears its place in the queue and when its report is expected, and shows the report.
const waiting = document.querySelector("[data-events]");
function listen() {
  const events = new EventSource(waiting.dataset.events);
  const part = (name) => waiting.querySelector(`[data-${name}]`);
  const [place, preparing, told, expected] = ["place", "preparing", "told", "expected"].map(part);
  events.addEventListener("place", (event) => {
    const now = JSON.parse(event.data);
    if (!place) return;
    place.textContent = now.ahead || "none";
    preparing.hidden = !now.preparing;
    expected.textContent = now.expected;
    told.hidden = now.expected === null;
  });
  events.addEventListener("graded", () => { events.close(); location.reload(); });
  // A browser gives up when another than the portal answers, as a web server before it while it is started again.
  events.addEventListener("error", () => { if (events.readyState === EventSource.CLOSED) setTimeout(listen, 3000); });
}
if (waiting) listen();

// The board looks again by itself, but leaves alone the part in which somebody is about to press something.
const parts = document.querySelectorAll("[data-live]");
async function lookAgain() {
  const answer = await fetch(location.href).catch(() => null);
  if (answer && answer.status === 403) return location.reload();
  const page = new DOMParser().parseFromString(answer && answer.ok ? await answer.text() : "", "text/html");
  for (const part of parts) {
    const fresh = page.getElementById(part.id);
    if (fresh && !part.contains(document.activeElement)) part.replaceChildren(...fresh.childNodes);
  }
  setTimeout(lookAgain, 10000);
}
if (parts.length) setTimeout(lookAgain, 10000);

// A countdown goes on; it counts from the portal's time, whatever the clock of this machine says.
const units = [["day", 86400], ["h", 3600], ["min", 60], ["s", 1]];
function duration(seconds) {
  const parts = [];
  for (const [unit, size] of units) {
    const count = Math.floor(seconds / size);
    if (count || parts.length) parts.push(count && `${count} ${unit}${unit === "day" && count > 1 ? "s" : ""}`);
    seconds %= size;
  }
  return parts.slice(0, 2).filter(Boolean).join(" ") || "0 s";
}
const countdowns = document.querySelectorAll("[data-left]");
function countDown() {
  for (const each of countdowns) {
    each.textContent = duration(Math.max(Math.floor((each.dataset.left - performance.now()) / 1000), 0));
  }
}
if (countdowns.length) setInterval(countDown, 1000);

// Who grades by hand has keys everywhere on the page, and sees what an earlier comment adds.
const graded = document.querySelector("[data-graded]");
if (graded) {
  const [comment, earlier] = ["comment", "earlier"].map((name) => graded.elements[name]);
  document.addEventListener("keydown", (event) => {
    const saves = event.key === "Enter" && (event.ctrlKey || event.metaKey);
    const leaves = event.code === "KeyN" && event.altKey;
    if (!saves && !leaves) return;
    event.preventDefault();
    if (saves) graded.requestSubmit();
    else graded.querySelector("a[accesskey=n]").click();
  });
  if (earlier) earlier.addEventListener("change", () => {
    const added = earlier.selectedOptions[0].dataset.text || "";
    if (!comment.value.includes(added)) comment.value = comment.value.trim() + (comment.value.trim() ? "\n\n" : "") + added;
    earlier.value = "";
  });
}
