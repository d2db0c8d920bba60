import { useEffect, useState } from "react";

/** The parts of the page by the ids of their elements. A part that is not on the page is left out. */
const parts = [
  ["details", "Details"],
  ["password", "Password"],
  ["saved-addresses", "Addresses"],
  ["notifications", "Notifications"],
  ["sign-ins", "Sign-ins"],
  ["your-data", "Your data"],
] as const;

/** The list of the page's parts beside them; on a phone a row that scrolls. */
export function ProfileNav() {
  const [present, setPresent] = useState<string[]>(["details"]);
  const [current, setCurrent] = useState("details");
  useEffect(() => {
    const update = () => {
      const found = parts.map(([id]) => document.getElementById(id)).filter((element) => element !== null);
      setPresent(found.map(({ id }) => id));
      const passed = found.filter((element) => element.getBoundingClientRect().top < 200);
      setCurrent((passed.at(-1) ?? found[0])?.id ?? "details");
    };
    update();
    // Some parts appear only when they are loaded.
    const watch = new MutationObserver(update);
    watch.observe(document.getElementById("content") ?? document.body, { childList: true, subtree: true });
    window.addEventListener("scroll", update, { passive: true });
    return () => {
      watch.disconnect();
      window.removeEventListener("scroll", update);
    };
  }, []);
  return (
    <nav className="acct-nav" aria-label="Parts of your profile">
      {parts
        .filter(([id]) => present.includes(id))
        .map(([id, name]) => (
          <a key={id} href={`#${id}`} aria-current={current === id ? "true" : undefined}>
            {name}
          </a>
        ))}
    </nav>
  );
}
