// What is seen comes first. Nothing that makes the page move is fetched before its first picture is drawn, or somebody
// touches it; nor is it long waited for, as a page that nobody looks at is never drawn.
const { main, later } = document.querySelector("script[data-main]").dataset;
const picture = document.querySelector('img[fetchpriority="high"]');
const paint = "largest-contentful-paint";

/** Until the picture is drawn; until anything is, where it cannot be shown. */
async function seen() {
  const isThere = await picture?.decode().then(
    () => true,
    () => false,
  );
  if (!PerformanceObserver.supportedEntryTypes.includes(paint)) return nextFrame();
  return new Promise((done) => {
    new PerformanceObserver((list) => {
      if (list.getEntries().some(({ element }) => !isThere || element === picture)) done();
    }).observe({ type: paint, buffered: true });
  });
}
const nextFrame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
const touched = new Promise((done) => {
  for (const kind of ["pointerdown", "keydown", "scroll"]) addEventListener(kind, done, { once: true, passive: true });
});
const longest = new Promise((done) => setTimeout(done, document.hidden ? 0 : 2500));
await Promise.race([seen(), touched, longest]);

// Fetched for print, the rest of the styles is not used before `dress` says so.
Object.assign(document.querySelector("link[data-rest]"), { rel: "stylesheet", media: "print" });
for (const href of later.split(" ")) {
  document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href, crossOrigin: "" }));
}
await import(main);
