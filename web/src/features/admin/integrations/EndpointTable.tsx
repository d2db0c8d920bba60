import { useDispatch } from "react-redux";
import { ago } from "@/shared/admin/orders/age";
import { pluralize } from "@/shared/format";
import { useNow } from "@/shared/hooks/useNow";
import { failureShown } from "@/shared/toasts/toastsSlice";
import { HourBars, percent } from "./HourBars";
import { type Endpoint, useChangeWebhookMutation } from "./webhooksApi";

interface EndpointTableProps {
  endpoints: Endpoint[];
  kinds: number;
  openId: number | undefined;
  onOpen: (id: number) => void;
}

/** The webhook endpoints with their figures of the last 24 hours. */
export function EndpointTable({ endpoints, kinds, openId, onOpen }: EndpointTableProps) {
  return (
    <section className="panel" aria-label="Webhook endpoints">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className="scroll" tabIndex={0} aria-label="Endpoints">
        <table className="grid-t dense">
          <thead>
            <tr>
              <th scope="col">Endpoint</th>
              <th scope="col">Events</th>
              <th scope="col">Last 24 h</th>
              <th scope="col" className="r">
                Answered
              </th>
              <th scope="col" className="r">
                Last
              </th>
              <th scope="col" className="r">
                Waiting
              </th>
              <th scope="col">State</th>
              <th scope="col" className="r">
                On
              </th>
            </tr>
          </thead>
          <tbody>
            {endpoints.map((endpoint) => (
              <EndpointRow
                key={endpoint.id}
                endpoint={endpoint}
                kinds={kinds}
                isOpen={endpoint.id === openId}
                onOpen={() => onOpen(endpoint.id)}
              />
            ))}
          </tbody>
        </table>
      </section>
    </section>
  );
}

interface EndpointRowProps {
  endpoint: Endpoint;
  kinds: number;
  isOpen: boolean;
  onOpen: () => void;
}

function EndpointRow({ endpoint, kinds, isOpen, onOpen }: EndpointRowProps) {
  const now = useNow();
  const dispatch = useDispatch();
  const [change, { isLoading }] = useChangeWebhookMutation();
  const onSwitch = async (isOn: boolean) => {
    const { error } = await change({ id: endpoint.id, changes: { isOn } });
    if (error) dispatch(failureShown(error));
  };
  return (
    <tr className={isOpen ? "cur" : undefined}>
      <td>
        <button type="button" className="open" aria-expanded={isOpen} onClick={onOpen}>
          {endpoint.name}
        </button>
        <div className="sub address">
          <code>{endpoint.url}</code>
        </div>
      </td>
      <td className="sub" data-label="Events">
        {eventsText(endpoint.types, kinds)}
      </td>
      <td data-label="Last 24 h">
        <HourBars endpoint={endpoint} />
      </td>
      <td className="r n" data-label="Answered">
        {endpoint.answered === null ? "" : percent(endpoint.answered)}
      </td>
      <td className="r n sub" data-label="Last">
        {ago(endpoint.answeredAt, now) || "never"}
      </td>
      <td className="r n" data-label="Waiting">
        {waitingText(endpoint)}
      </td>
      <td data-label="State">
        <span className={`state ${endpoint.level}`}>{endpoint.condition}</span>
      </td>
      <td className="r" data-label="On">
        <span className="form-check form-switch m-0 d-inline-block">
          <input
            type="checkbox"
            className="form-check-input"
            role="switch"
            aria-checked={endpoint.isOn}
            aria-label={`${endpoint.name} on`}
            checked={endpoint.isOn}
            disabled={isLoading}
            onChange={({ target }) => void onSwitch(target.checked)}
          />
        </span>
      </td>
    </tr>
  );
}

/** Formats the types of events that an endpoint gets: `all, 31 kinds`, `order.placed`, `4 kinds`. */
export const eventsText = (types: string[] | null, kinds: number) => {
  if (types === null) return `all, ${pluralize(kinds, "kind")}`;
  return types.length <= 2 ? types.join(", ") : pluralize(types.length, "kind");
};

export const waitingText = ({ waiting, moreWaiting }: Endpoint) => (moreWaiting ? `${waiting}+` : `${waiting}`);
