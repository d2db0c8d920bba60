// What is seen comes first. Nothing that makes the page move is fetched before its first picture is drawn, or somebody
// touches it; nor is it long waited for, as a page that nobody looks at is never drawn.
fillIn();
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

/** Who is signed in in this browser, and what their cart and wishlist last held: the page was served without it. */
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
