import { Plus } from "lucide-react";
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from "react";
import { type CardPageName, useArrangeCardsMutation, usePreferencesQuery } from "./preferencesApi";

export type CardState = "expanded" | "minimised" | "removed";

interface Cards {
  stateOf: (name: string) => CardState;
  set: (name: string, state: CardState) => void;
}

const CardsContext = createContext<Cards | null>(null);

/** The state of the page's cards; null outside a card page. */
export const useCards = () => useContext(CardsContext);

/** The id of the button that minimises a card. It gets the focus when the card is restored. */
export const toggleId = (name: string) => `card-${name}-toggle`;
const backId = (name: string) => `card-${name}-back`;

interface CardPageProps {
  page: CardPageName;
  /** The titles of the page's cards by name. */
  titles: Record<string, string>;
  children: ReactNode;
}

/** A page of cards that can be minimised or removed. The arrangement is stored on the server for each admin. */
export function CardPage({ page, titles, children }: CardPageProps) {
  const { data, error } = usePreferencesQuery();
  const [arrange] = useArrangeCardsMutation();
  // Used while the server does not respond. It is lost when the page is left.
  const [own, setOwn] = useState({ minimised: [] as string[], removed: [] as string[] });
  const cards = data?.[page] ?? own;
  const focusOn = useFocusAfter();

  const set = (name: string, state: CardState) => {
    const without = (names: string[]) => names.filter((each) => each !== name);
    const next = { minimised: without(cards.minimised), removed: without(cards.removed) };
    if (state !== "expanded") next[state].push(name);
    setOwn(next);
    if (data) void arrange({ page, cards: next });
    focusOn(state === "removed" ? backId(name) : toggleId(name));
  };
  const stateOf = (name: string): CardState => {
    if (cards.removed.includes(name)) return "removed";
    return cards.minimised.includes(name) ? "minimised" : "expanded";
  };
  const removed = cards.removed.filter((name) => name in titles);
  return (
    <CardsContext.Provider value={{ stateOf, set }}>
      {removed.length > 0 && (
        <section className="removed-cards" aria-label="Removed cards">
          <span className="muted">Removed:</span>
          {removed.map((name) => (
            <button
              key={name}
              id={backId(name)}
              type="button"
              className="btn btn-line btn-sm"
              aria-label={`Bring back ${titles[name]}`}
              onClick={() => set(name, "expanded")}
            >
              <Plus className="ico ico-16" aria-hidden="true" />
              {titles[name]}
            </button>
          ))}
        </section>
      )}
      {/* Cards load but stay hidden until the arrangement is known. */}
      <div className={data || error ? "cards" : "cards arranging"}>{children}</div>
    </CardsContext.Provider>
  );
}

/** Focuses an element that appears after a click, since the clicked button may be removed. */
function useFocusAfter() {
  const [wanted, setWanted] = useState<{ id: string }>();
  const done = useRef<{ id: string }>(undefined);
  useEffect(() => {
    if (!wanted || done.current === wanted) return;
    done.current = wanted;
    document.getElementById(wanted.id)?.focus();
  }, [wanted]);
  return (id: string) => setWanted({ id });
}
