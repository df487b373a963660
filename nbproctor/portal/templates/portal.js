// An open page of a submission hears its place in the queue, and shows the report when it is there.
const waiting = document.querySelector("[data-events]");
if (waiting) {
  const events = new EventSource(waiting.dataset.events);
  const place = waiting.querySelector("[data-place]");
  events.addEventListener("place", (event) => {
    if (place && event.data) place.textContent = event.data === "0" ? "none" : event.data;
  });
  events.addEventListener("graded", () => { events.close(); location.reload(); });
}
