import { Fragment, useState } from "react";
import { useDispatch } from "react-redux";
import { hasFailed } from "@/shared/admin/list/listQuery";
import { dayMonth, dayOf, timeOfDay } from "@/shared/format";
import { failureShown, toastShown } from "@/shared/toasts/toastsSlice";
import { LiveIndicator } from "@/shared/ui/LiveIndicator";
import { LoadError } from "@/shared/ui/LoadError";
import { DeliveryDetails } from "./DeliveryDetails";
import {
  type Delivery,
  type DeliveryFilter,
  type Endpoint,
  useRetryWebhookMutation,
  useWebhookDeliveriesQuery,
} from "./webhooksApi";

const filters: [DeliveryFilter, string][] = [
  ["all", "All"],
  ["failed", "Failed"],
  ["waiting", "Waiting"],
  ["dead", "Dead"],
];
/** The last deliveries of an endpoint. A hint over the socket triggers a refetch. */
export function Deliveries({ endpoint }: { endpoint: Endpoint }) {
  const [state, setState] = useState<DeliveryFilter>("all");
  const [cursor, setCursor] = useState<string>();
  const [openId, setOpenId] = useState<number>();
  const query = useWebhookDeliveriesQuery({ endpointId: endpoint.id, state, ...(cursor && { cursor }) });
  const failed = hasFailed(query);
  const data = failed ? undefined : query.data;
  return (
    <>
      <div className="delivery-filters">
        <fieldset className="stabs" aria-label="Deliveries">
          {filters.map(([each, label]) => (
            <button
              key={each}
              type="button"
              aria-pressed={state === each}
              onClick={() => {
                setState(each);
                setCursor(undefined);
              }}
            >
              {label} <b>{data?.counts[each]}</b>
            </button>
          ))}
        </fieldset>
        <LiveIndicator />
      </div>
      {failed ? (
        <LoadError title="The deliveries could not be loaded" error={query.error} onRetry={query.refetch} />
      ) : data?.deliveries.length === 0 ? (
        <p className="none">{state === "all" ? "Nothing was sent yet. Send a test event." : "None."}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        <section className="scroll" tabIndex={0} aria-label="Deliveries of the endpoint">
          <table className="grid-t dense deliveries">
            <thead>
              <tr>
                <th scope="col">When</th>
                <th scope="col">Event</th>
                <th scope="col">About</th>
                <th scope="col">Status</th>
                <th scope="col" className="r">
                  Tries
                </th>
                <th scope="col" className="r">
                  Took
                </th>
                <th scope="col">Answer</th>
                <th scope="col">
                  <span className="visually-hidden">Open or retry</span>
                </th>
              </tr>
            </thead>
            <tbody aria-busy={!data}>
              {data?.deliveries.map((delivery) => (
                <Fragment key={delivery.id}>
                  <DeliveryRow
                    delivery={delivery}
                    endpoint={endpoint}
                    isOpen={delivery.id === openId}
                    onOpen={() => setOpenId(delivery.id === openId ? undefined : delivery.id)}
                  />
                  {delivery.id === openId && (
                    <tr className="openrow">
                      <td colSpan={8}>
                        <DeliveryDetails delivery={delivery} url={endpoint.url} />
                      </td>
                    </tr>
                  )}
                </Fragment>
              ))}
            </tbody>
          </table>
        </section>
      )}
      {(data?.nextCursor || cursor) && (
        <div className="more">
          {cursor && (
            <button type="button" className="btn btn-line btn-sm" onClick={() => setCursor(undefined)}>
              Newest
            </button>
          )}
          {data?.nextCursor && (
            <button
              type="button"
              className="btn btn-line btn-sm"
              onClick={() => setCursor(data.nextCursor ?? undefined)}
            >
              Older
            </button>
          )}
        </div>
      )}
    </>
  );
}

interface DeliveryRowProps {
  delivery: Delivery;
  endpoint: Endpoint;
  isOpen: boolean;
  onOpen: () => void;
}

function DeliveryRow({ delivery, endpoint, isOpen, onOpen }: DeliveryRowProps) {
  const dispatch = useDispatch();
  const [retry, { isLoading }] = useRetryWebhookMutation();
  const onRetry = async () => {
    const { error } = await retry({ id: endpoint.id, ids: [delivery.id] });
    dispatch(error ? failureShown(error) : toastShown("success", "It is tried again"));
  };
  const isToday = dayOf(Date.parse(delivery.at)) === dayOf(Date.now());
  return (
    <tr className={isOpen ? "cur" : undefined}>
      <td className="n sub" data-label="When">
        {isToday ? timeOfDay(delivery.at) : `${dayMonth(delivery.at)}, ${timeOfDay(delivery.at)}`}
      </td>
      <td data-label="Event">
        <code>{delivery.type}</code>
      </td>
      <td data-label="About">{delivery.about}</td>
      <td data-label="Status">
        <StatusChip delivery={delivery} />
      </td>
      <td className="r n" data-label="Tries">
        {delivery.attempts}
      </td>
      <td className="r n" data-label="Took">
        {delivery.milliseconds === null ? "" : `${(delivery.milliseconds / 1000).toFixed(1)} s`}
      </td>
      <td className="answer" data-label="Answer">
        <code>{answerText(delivery)}</code>
      </td>
      <td className="r">
        {(delivery.progress === "failed" || delivery.progress === "dead") && (
          <button
            type="button"
            className="btn btn-line btn-sm"
            aria-label={`Retry ${delivery.messageId}`}
            disabled={isLoading || !endpoint.isOn}
            title={endpoint.isOn ? undefined : "The endpoint is off"}
            onClick={() => void onRetry()}
          >
            Retry
          </button>
        )}
        <button
          type="button"
          className="btn btn-ghost btn-sm"
          aria-label={`${isOpen ? "Close" : "Open"} ${delivery.messageId}`}
          aria-expanded={isOpen}
          onClick={onOpen}
        >
          {isOpen ? "Close" : "Open"}
        </button>
      </td>
    </tr>
  );
}

const answerText = ({ progress, error, answer }: Delivery) => {
  if (progress === "behind") return "waits for an earlier one";
  return answer || error || "";
};

function StatusChip({ delivery: { progress, status } }: { delivery: Delivery }) {
  if (progress === "done") return <span className="code ok">{status}</span>;
  if (progress === "dead") return <span className="code bad">dead</span>;
  if (progress === "failed") return <span className="code bad">{status ?? "failed"}</span>;
  return <span className="code wait">{progress === "calling" ? "calls" : "waits"}</span>;
}
