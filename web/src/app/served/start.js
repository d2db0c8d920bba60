// What is seen comes first. Nothing that makes the page move is fetched before its first picture is drawn, or somebody
// touches it; nor is it long waited for, as a page that nobody looks at is never drawn.
const { main, later } = document.querySelector("script[data-main]").dataset;
const picture = document.querySelector("img[elementtiming]");
const after = (time) => new Promise((done) => setTimeout(done, time));

/** Until the picture is drawn, or anything is where there is none. */
async function seen() {
  const isThere = await picture?.decode().then(
    () => true,
    () => false,
  );
  const type = isThere ? "element" : "paint";
  if (!PerformanceObserver.supportedEntryTypes.includes(type)) {
    return new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  }
  const drawn = new Promise((done) => new PerformanceObserver(done).observe({ type, buffered: true }));
  // A picture outside the window is not drawn.
  return Promise.race([drawn, after(500)]);
}
const touched = new Promise((done) => {
  for (const kind of ["pointerdown", "keydown", "scroll"]) addEventListener(kind, done, { once: true, passive: true });
});
await Promise.race([seen(), touched, after(document.hidden ? 0 : 2500)]);

// Fetched for print, the rest of the styles is not used before `dress` says so.
Object.assign(document.querySelector("link[data-rest]"), { rel: "stylesheet", media: "print" });
for (const href of later.split(" ")) {
  document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href, crossOrigin: "" }));
}
await import(main);
