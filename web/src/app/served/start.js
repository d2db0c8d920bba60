// The scripts are fetched meanwhile; but what was served is drawn before they take the processor. A page that nobody
// looks at is not drawn, so not for long.
const drawn = new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
const longest = new Promise((done) => setTimeout(done, document.hidden ? 0 : 1000));
await Promise.race([drawn, longest]);
await import(document.querySelector("script[data-main]").dataset.main);
