import { ChevronLeft, ChevronRight } from "lucide-react";
import { useRef } from "react";

const people = [
  { name: "Meenakshi Iyer", work: "Founder", text: "Chooses every piece, and weighs it twice." },
  { name: "Ravi Achari", work: "Master goldsmith", text: "Third of his family at the bench, thirty years on it." },
  { name: "Farah Siddiqui", work: "Stones", text: "Sorts rubies and emeralds by daylight only." },
  { name: "Joseph Mathew", work: "Customer care", text: "Answers the chat, and knows where your parcel is." },
];

const initials = (name: string) => name.replace(/[^A-Z]/g, "");

/** Three cards at a time, two on a tablet, one on a phone. */
export function TeamCarousel() {
  const list = useRef<HTMLUListElement>(null);
  const turn = (step: 1 | -1) => {
    const row = list.current;
    if (!row) return;
    const width = (row.firstElementChild as HTMLElement).offsetWidth + 24;
    const last = row.scrollWidth - row.clientWidth;
    const wanted = row.scrollLeft + step * width;
    // Wrap from the last card to the first and back.
    const left = wanted > last + width / 2 ? 0 : wanted < -width / 2 ? last : wanted;
    row.scrollTo({ left });
  };
  return (
    <section className="team" aria-label="The people" aria-roledescription="carousel">
      <div className="team-head">
        <h2>The people</h2>
        <div className="d-flex gap-2">
          <button type="button" className="btn btn-line btn-icon" aria-label="Before" onClick={() => turn(-1)}>
            <ChevronLeft className="ico" aria-hidden="true" />
          </button>
          <button type="button" className="btn btn-line btn-icon" aria-label="Next" onClick={() => turn(1)}>
            <ChevronRight className="ico" aria-hidden="true" />
          </button>
        </div>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <ul ref={list} tabIndex={0} aria-label="Team members">
        {people.map(({ name, work, text }) => (
          <li key={name} className="panel">
            <span className="mono" aria-hidden="true">
              {initials(name)}
            </span>
            <h3>{name}</h3>
            <span className="small muted">{work}</span>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
