// The first paint has priority. Interactive scripts are loaded after the first image is painted, on the first input, or
// after a timeout, since a background tab is never painted.
fillIn();
const { main, later } = document.querySelector("script[data-main]").dataset;
const picture = document.querySelector("img[elementtiming]");
const after = (time) => new Promise((done) => setTimeout(done, time));

/** Resolves when the image is painted, or when anything is painted on a page without one. */
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
  // An image outside the window is not painted.
  return Promise.race([drawn, after(500)]);
}
const touched = new Promise((done) => {
  for (const kind of ["pointerdown", "keydown", "scroll"]) addEventListener(kind, done, { once: true, passive: true });
});
await Promise.race([seen(), touched, after(document.hidden ? 0 : 2500)]);

// With media "print" the stylesheet is downloaded but not applied; `enableStylesheet` applies it.
Object.assign(document.querySelector("link[data-rest]"), { rel: "stylesheet", media: "print" });
for (const href of later.split(" ")) {
  document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href, crossOrigin: "" }));
}
await import(main);

/** Fill in the signed-in shopper and the stored counts, which the server does not know when it renders the page. */
function fillIn() {
  try {
    const kept = JSON.parse(localStorage.getItem("persist:root") ?? "{}");
    const user = JSON.parse(kept.authUser ?? "null");
    const counts = JSON.parse(kept.counts ?? "{}");
    for (const who of document.querySelectorAll(".tool .who")) {
      who.textContent = user ? user.name.split(" ")[0] : "Sign in";
      who.closest("a").setAttribute("href", user ? "/profile" : "/login");
    }
    for (const mark of document.querySelectorAll(".count[data-count]")) {
      const count = user ? counts[mark.dataset.count] : 0;
      if (count === 0) mark.remove();
      if (!count) continue;
      mark.textContent = count;
      mark.classList.remove("unknown");
    }
  } catch {}
}
