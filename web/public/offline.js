// The page that the service worker shows without a network: the pieces seen last, and the way back.

const pause = 5000;
const state = document.getElementById("state");
let isChecking = false;

/** Opens the page that was asked for, as soon as the shop answers. */
async function check() {
  if (isChecking) return;
  isChecking = true;
  try {
    const answer = await fetch("/favicon.svg", { method: "HEAD", cache: "no-store" });
    if (answer.ok) return location.pathname === "/offline.html" ? location.replace("/") : location.reload();
    state.textContent = "The shop does not answer yet.";
  } catch {
    state.textContent = "Still no network.";
  } finally {
    isChecking = false;
  }
}

async function showSeen() {
  const pieces = await fetch("/offline/seen.json").then((answer) => answer.json());
  const section = document.getElementById("seen");
  section.querySelector("ul").append(
    ...pieces.map(({ name, picture }) => {
      const item = document.createElement("li");
      const image = document.createElement("img");
      image.src = `/offline/picture?of=${encodeURIComponent(picture)}`;
      image.alt = "";
      const label = document.createElement("span");
      label.textContent = name;
      item.append(image, label);
      return item;
    }),
  );
  section.hidden = pieces.length === 0;
}

document.getElementById("retry").addEventListener("click", check);
addEventListener("online", check);
setInterval(check, pause);
showSeen().catch(() => {});
