// An open page of a submission hears its place in the queue and when its report is expected, and shows the report.
const waiting = document.querySelector("[data-events]");
if (waiting) {
  const events = new EventSource(waiting.dataset.events);
  const [place, told, expected] = ["place", "told", "expected"].map((name) => waiting.querySelector(`[data-${name}]`));
  events.addEventListener("place", (event) => {
    const now = JSON.parse(event.data);
    if (!place) return;
    place.textContent = now.ahead || "none";
    expected.textContent = now.expected;
    told.hidden = now.expected === null;
  });
  events.addEventListener("graded", () => { events.close(); location.reload(); });
}
