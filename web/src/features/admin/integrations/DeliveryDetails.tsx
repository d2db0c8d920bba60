import { timeOfDay } from "@/shared/format";
import type { Delivery } from "./webhooksApi";

/** The message of a delivery, the endpoint's response, and all attempts. */
export function DeliveryDetails({ delivery, url }: { delivery: Delivery; url: string }) {
  const bytes = new TextEncoder().encode(delivery.body).length;
  return (
    <div className="delivery-details">
      <div>
        <div className="sub">Sent, {bytes} bytes</div>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
        <pre tabIndex={0}>{`POST ${url}\nwebhook-id: ${delivery.messageId}\n\n${pretty(delivery.body)}`}</pre>
      </div>
      <div>
        <div className="sub">Answer, first 2 kB</div>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
        <pre tabIndex={0}>
          {[delivery.status, delivery.answer].filter(Boolean).join("\n\n") || delivery.error || "none yet"}
        </pre>
      </div>
      <div>
        <div className="sub">Tries</div>
        <ul className="tries">
          {delivery.tries.map(({ at, status, error, ms }) => (
            <li key={at}>
              <span className="n">{timeOfDay(at)}</span>
              <span className={`code ${error ? "bad" : "ok"}`} title={error ?? undefined}>
                {status ?? "failed"}
              </span>
              <span className="n sub">{(ms / 1000).toFixed(1)} s</span>
            </li>
          ))}
          {delivery.nextTryAt && (
            <li>
              <span className="n">{timeOfDay(delivery.nextTryAt)}</span>
              <span className="code wait">next</span>
            </li>
          )}
        </ul>
        {delivery.error && <p className="sub mb-0">{delivery.error}</p>}
        {delivery.progress !== "done" && delivery.progress !== "dead" && (
          <p className="sub mb-0">Later events about the same wait for this one. Others go on.</p>
        )}
      </div>
    </div>
  );
}

const pretty = (body: string) => {
  try {
    return JSON.stringify(JSON.parse(body), null, 1);
  } catch {
    return body;
  }
};
