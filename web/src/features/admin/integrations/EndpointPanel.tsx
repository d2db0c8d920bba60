import { History, Pencil, RotateCw, Send, Trash2 } from "lucide-react";
import { useState } from "react";
import { useDispatch } from "react-redux";
import { confirmed } from "@/shared/admin/confirm/confirmed";
import { day, dayAndTime, pluralize } from "@/shared/format";
import { failureShown, toastShown } from "@/shared/toasts/toastsSlice";
import { CopyOnce } from "./CopyOnce";
import { Deliveries } from "./Deliveries";
import { eventsText, waitingText } from "./EndpointTable";
import { ReplayDialog } from "./ReplayDialog";
import {
  type Endpoint,
  type NewEndpoint,
  useChangeWebhookSecretMutation,
  useRemoveWebhookMutation,
  useRetryWebhookMutation,
  useTestWebhookMutation,
} from "./webhooksApi";

interface EndpointPanelProps {
  endpoint: Endpoint;
  kinds: number;
  onEdit: () => void;
  onRemoved: () => void;
}

/** One endpoint: its data, the actions on it, and its deliveries. */
export function EndpointPanel({ endpoint, kinds, onEdit, onRemoved }: EndpointPanelProps) {
  const dispatch = useDispatch();
  const [isReplaying, setReplaying] = useState(false);
  const [changed, setChanged] = useState<NewEndpoint>();
  const [test, testing] = useTestWebhookMutation();
  const [retry, retrying] = useRetryWebhookMutation();
  const [changeSecret] = useChangeWebhookSecretMutation();
  const [remove] = useRemoveWebhookMutation();
  const tell = (error: unknown, done: string) => dispatch(error ? failureShown(error) : toastShown("success", done));
  const until = endpoint.oldSecretUntil;
  const oldSecretUntil = until && Date.parse(until) > Date.now() ? until : null;
  const onSecret = async () => {
    const title = `Change the secret of ${endpoint.name}?`;
    const says = oldSecretUntil
      ? ["Two are valid now. The older one ends at once, the newer one signs as well for 24 hours."]
      : ["The old one signs as well for 24 hours."];
    if (!(await confirmed({ title, says, action: "Change" }))) return;
    const { data, error } = await changeSecret(endpoint.id);
    if (data) setChanged(data);
    else tell(error, "");
  };
  const onRemove = async () => {
    const title = `Remove ${endpoint.name} with its deliveries?`;
    if (!(await confirmed({ title, says: ["It gets no more events."], action: "Remove" }))) return;
    const { error } = await remove(endpoint.id);
    tell(error, `${endpoint.name} is removed`);
    if (!error) onRemoved();
  };
  const offText = endpoint.isOn ? undefined : "The endpoint is off";
  const waits = [
    (endpoint.waiting > 0 || endpoint.moreWaiting) && `${waitingText(endpoint)} wait`,
    endpoint.dead > 0 && `${endpoint.dead} dead`,
  ].filter(Boolean);
  return (
    <section className="panel" aria-labelledby="endpoint">
      <div className="panel-h">
        <h2 id="endpoint">{endpoint.name}</h2>
        <span className={`state ${endpoint.level}`}>{waits.join(", ") || endpoint.condition}</span>
        <span className="sp" />
        <button
          type="button"
          className="btn btn-line btn-sm"
          disabled={testing.isLoading || !endpoint.isOn}
          title={offText}
          onClick={() => void test(endpoint.id).then(({ error }) => tell(error, "A test event is on its way"))}
        >
          <Send className="ico ico-16" aria-hidden="true" />
          Send test
        </button>
        <button
          type="button"
          className="btn btn-line btn-sm"
          disabled={!endpoint.isOn}
          title={offText}
          onClick={() => setReplaying(true)}
        >
          <History className="ico ico-16" aria-hidden="true" />
          Replay from a date
        </button>
        <button
          type="button"
          className="btn btn-line btn-sm"
          disabled={endpoint.dead === 0 || retrying.isLoading || !endpoint.isOn}
          title={offText ?? (endpoint.dead === 0 ? "None is dead" : undefined)}
          onClick={() =>
            void retry({ id: endpoint.id }).then(({ data, error }) =>
              tell(error, `${pluralize(data?.count ?? 0, "delivery", "deliveries")} will be tried again`),
            )
          }
        >
          <RotateCw className="ico ico-16" aria-hidden="true" />
          Retry all dead, {endpoint.dead}
        </button>
        <button type="button" className="btn btn-icon btn-sm" aria-label={`Change ${endpoint.name}`} onClick={onEdit}>
          <Pencil className="ico ico-16" aria-hidden="true" />
        </button>
        <button
          type="button"
          className="btn btn-icon btn-sm"
          aria-label={`Remove ${endpoint.name}`}
          onClick={() => void onRemove()}
        >
          <Trash2 className="ico ico-16" aria-hidden="true" />
        </button>
      </div>
      <dl className="facts-of">
        <div>
          <dt>Address</dt>
          <dd>
            <code>{endpoint.url}</code>
          </dd>
        </div>
        <div>
          <dt>Events</dt>
          <dd>{endpoint.types?.join(", ") ?? eventsText(null, kinds)}</dd>
        </div>
        <div>
          <dt>Secret</dt>
          <dd>
            {oldSecretUntil ? `2 valid, the old one until ${dayAndTime(oldSecretUntil)} ` : "1 valid "}
            <button type="button" className="textlink" onClick={() => void onSecret()}>
              Change
            </button>
          </dd>
        </div>
        <div>
          <dt>Since</dt>
          <dd>
            {day(endpoint.createdAt)}, {endpoint.createdBy}
          </dd>
        </div>
      </dl>
      <Deliveries endpoint={endpoint} />
      {isReplaying && (
        <ReplayDialog
          endpoint={endpoint}
          onClose={() => setReplaying(false)}
          onDone={(count) => {
            setReplaying(false);
            tell(undefined, `${pluralize(count, "position")} of the log are gone through again`);
          }}
        />
      )}
      {changed && (
        <CopyOnce subject={changed.name} secret={changed.secret} onDone={() => setChanged(undefined)}>
          Until tomorrow each message is signed with both secrets, so the receiver may change over at any time.
        </CopyOnce>
      )}
    </section>
  );
}
