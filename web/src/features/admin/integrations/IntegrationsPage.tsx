import { Plus } from "lucide-react";
import { useState } from "react";
import { useUrlParams } from "@/shared/admin/useUrlParams";
import { day, pluralize } from "@/shared/format";
import { usePageTitle } from "@/shared/hooks/usePageTitle";
import { LoadError } from "@/shared/ui/LoadError";
import { CopyOnce } from "./CopyOnce";
import { EndpointDialog } from "./EndpointDialog";
import { EndpointPanel } from "./EndpointPanel";
import { EndpointTable } from "./EndpointTable";
import { FeedPanel } from "./FeedPanel";
import { KeysPanel } from "./KeysPanel";
import { useApiKeysQuery } from "./keysApi";
import { type Endpoint, type NewEndpoint, useWebhooksQuery } from "./webhooksApi";

const parts = ["webhooks", "keys", "feed"] as const;

/** `/admin/integrations`: webhooks, API keys and the event feed, by which other systems follow the shop. */
export function IntegrationsPage() {
  usePageTitle("Integrations, Admin portal");
  const { params, change } = useUrlParams();
  const part = parts.find((each) => each === params.get("part")) ?? "webhooks";
  const [edited, setEdited] = useState<Endpoint | "new">();
  const [added, setAdded] = useState<NewEndpoint>();
  const keys = useApiKeysQuery();
  const { data, error, refetch } = useWebhooksQuery();
  const endpoints = data?.endpoints ?? [];
  const kinds = Object.keys(data?.types ?? {}).length;
  const open = endpoints.find(({ id }) => String(id) === params.get("endpoint")) ?? endpoints[0];
  const tab = (name: (typeof parts)[number], label: string, count?: number) => (
    <button
      type="button"
      aria-pressed={part === name}
      onClick={() => change({ part: name === "webhooks" ? null : name })}
    >
      {label} <b>{count}</b>
    </button>
  );
  return (
    <div className="integrations">
      <div className="work-head">
        <h1>Integrations</h1>
        <div className="acts">
          <a className="textlink" href="/api/docs/">
            How to read our events
          </a>
          <button type="button" className="btn btn-primary" disabled={!data} onClick={() => setEdited("new")}>
            <Plus className="ico ico-16" aria-hidden="true" />
            Add endpoint
          </button>
        </div>
      </div>
      <div className="views">
        <fieldset className="stabs" aria-label="Parts">
          {tab("webhooks", "Webhooks", data?.endpoints.length)}
          {tab("keys", "API keys", keys.data?.filter(({ isLive }) => isLive).length)}
          {tab("feed", "Event feed")}
        </fieldset>
        {data && (
          <span className="ph-sub">
            {data.moreKept && "more than "}
            {pluralize(data.kept, "event")} kept{data.keptSince && `, the oldest of ${day(data.keptSince)}`}
          </span>
        )}
      </div>
      {!data && error && <LoadError title="The webhooks could not be loaded" error={error} onRetry={refetch} />}
      {part === "webhooks" && data && endpoints.length === 0 && (
        <section className="panel">
          <p className="none">
            No endpoint yet. Add one, and each event is posted to it, signed and in order, until it answers.
          </p>
        </section>
      )}
      {part === "webhooks" && endpoints.length > 0 && (
        <EndpointTable
          endpoints={endpoints}
          kinds={kinds}
          openId={open?.id}
          onOpen={(id) => change({ endpoint: String(id) })}
        />
      )}
      {part === "webhooks" && open && (
        <EndpointPanel
          key={open.id}
          endpoint={open}
          kinds={kinds}
          onEdit={() => setEdited(open)}
          onRemoved={() => change({ endpoint: null })}
        />
      )}
      {part === "feed" && data && <FeedPanel {...data} />}
      {part !== "feed" && <KeysPanel />}
      {edited && data && (
        <EndpointDialog
          {...(edited !== "new" && { endpoint: endpoints.find(({ id }) => id === edited.id) ?? edited })}
          types={data.types}
          onClose={() => setEdited(undefined)}
          onAdded={(endpoint) => {
            setEdited(undefined);
            setAdded(endpoint);
            change({ endpoint: String(endpoint.id), part: null });
          }}
        />
      )}
      {added && (
        <CopyOnce subject={`The secret of ${added.name}`} secret={added.secret} onDone={() => setAdded(undefined)}>
          The receiver checks the header <code>webhook-signature</code> of each message with it. Then send a test event.
        </CopyOnce>
      )}
    </div>
  );
}
