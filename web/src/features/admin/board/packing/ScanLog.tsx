import type { ScanEntry } from "./useScans";

const clock = new Intl.DateTimeFormat("en-GB", { timeStyle: "medium", timeZone: "Asia/Kolkata" });

/** The last scans. A wrong one is red. */
export function ScanLog({ entries }: { entries: ScanEntry[] }) {
  return (
    <section className="panel low" aria-label="Scans">
      <div className="panel-h">
        <h2>Scans</h2>
        <span className="ph-sub">last five</span>
      </div>
      {entries.length === 0 ? (
        <p className="panel-b muted mb-0">Scan the code or the HUID of a piece. The scanner works wherever you are.</p>
      ) : (
        <ul className="scanlog">
          {entries.map(({ id, at, text, tone, says }) => (
            <li key={id} className={tone}>
              <time className="num">{clock.format(at)}</time>
              <code>{text}</code>
              <span>
                {tone === "bad" && <span className="visually-hidden">Wrong scan: </span>}
                {says}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
