import { Plus } from "lucide-react";
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from "react";
import { type CardPageName, useArrangeCardsMutation, usePreferencesQuery } from "./preferencesApi";

export type CardState = "expanded" | "minimised" | "removed";

interface Cards {
  stateOf: (name: string) => CardState;
  set: (name: string, state: CardState) => void;
}

const CardsContext = createContext<Cards | null>(null);

/** How the cards around are arranged; null where a card stands alone and stays as it is. */
export const useCards = () => useContext(CardsContext);

/** The id of a card's button that minimises it: where the focus goes when the card is brought back. */
export const toggleId = (name: string) => `card-${name}-toggle`;
const backId = (name: string) => `card-${name}-back`;

interface CardPageProps {
  page: CardPageName;
  /** The cards of the page, by name, each with its title. */
  titles: Record<string, string>;
  children: ReactNode;
}

/** A page made of cards, each of which can be minimised or removed; kept for each admin, on the server. */
export function CardPage({ page, titles, children }: CardPageProps) {
  const { data, isError } = usePreferencesQuery();
  const [arrange] = useArrangeCardsMutation();
  // Where the server does not answer, the page is arranged all the same, until it is left.
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
      {/* Until it is known how they are arranged, the cards load but do not show. */}
      <div className={data || isError ? "cards" : "cards arranging"}>{children}</div>
    </CardsContext.Provider>
  );
}

/** Moves the focus to what appears because of a click: the button that was clicked may be gone. */
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
