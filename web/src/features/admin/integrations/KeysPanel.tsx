import { KeyRound } from "lucide-react";
import { useState } from "react";
import { useDispatch } from "react-redux";
import { confirmed } from "@/shared/admin/confirm/confirmed";
import { ago } from "@/shared/admin/orders/age";
import { useMay } from "@/shared/admin/permissions";
import { day } from "@/shared/format";
import { useNow } from "@/shared/hooks/useNow";
import { failureShown, toastShown } from "@/shared/toasts/toastsSlice";
import { LoadError } from "@/shared/ui/LoadError";
import { CopyOnce } from "./CopyOnce";
import { type ApiKey, type NewApiKey, useApiKeysQuery, useRevokeApiKeyMutation } from "./keysApi";
import { NewKeyDialog } from "./NewKeyDialog";

const dayLength = 86_400_000;
/** A key that expires within so many days is marked. */
const soonDays = 14;

/** The API keys of other systems: made, shown once, revoked. */
export function KeysPanel() {
  const dispatch = useDispatch();
  const { data: keys, error, refetch } = useApiKeysQuery();
  const [revoke, { isLoading }] = useRevokeApiKeyMutation();
  const mayMake = useMay("add_api_key");
  const [isMaking, setMaking] = useState(false);
  const [made, setMade] = useState<NewApiKey>();
  const onRevoke = async (key: ApiKey) => {
    const title = `Revoke the key ${key.name}?`;
    if (!(await confirmed({ title, says: ["Whatever uses it stops at once."], action: "Revoke" }))) return;
    const { error: refusal } = await revoke(key.id);
    dispatch(refusal ? failureShown(refusal) : toastShown("success", `The key ${key.name} is revoked`));
  };
  if (!keys && error) return <LoadError title="The keys could not be loaded" error={error} onRetry={refetch} />;
  return (
    <section className="panel low" aria-labelledby="keys" aria-busy={!keys}>
      <div className="panel-h">
        <h2 id="keys">API keys</h2>
        <span className="ph-sub">a key reaches only what its scopes name</span>
        <span className="sp" />
        {mayMake ? (
          <button type="button" className="btn btn-line btn-sm" onClick={() => setMaking(true)}>
            <KeyRound className="ico ico-16" aria-hidden="true" />
            New key
          </button>
        ) : (
          <span className="ph-sub">Making and revoking keys stays with owners</span>
        )}
      </div>
      {keys?.length === 0 ? (
        <p className="none">No system has a key yet. Make one for an ERP, a courier or a till.</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        <section className="scroll" tabIndex={0} aria-label="Keys">
          <table className="grid-t dense">
            <thead>
              <tr>
                <th scope="col">Key</th>
                <th scope="col">Scopes</th>
                <th scope="col">Made by</th>
                <th scope="col" className="r">
                  Last used
                </th>
                <th scope="col" className="r">
                  Ends
                </th>
                <th scope="col" className="r">
                  Rate
                </th>
                <th scope="col">
                  <span className="visually-hidden">Revoke</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {keys?.map((key) => (
                <KeyRow key={key.id} apiKey={key} isBusy={isLoading} onRevoke={() => void onRevoke(key)} />
              ))}
            </tbody>
          </table>
        </section>
      )}
      {isMaking && (
        <NewKeyDialog
          onClose={() => setMaking(false)}
          onMade={(key) => {
            setMaking(false);
            setMade(key);
          }}
        />
      )}
      {made && (
        <CopyOnce
          subject={`${made.name}, ${made.scopes.join(", ")}`}
          secret={made.key}
          onDone={() => setMade(undefined)}
        >
          Send it as <code>Authorization: Bearer …</code> over https. Revoking ends open connections at once.
        </CopyOnce>
      )}
    </section>
  );
}

function KeyRow({ apiKey: key, isBusy, onRevoke }: { apiKey: ApiKey; isBusy: boolean; onRevoke: () => void }) {
  const now = useNow();
  const mayRevoke = useMay("revoke_api_key");
  return (
    <tr className={key.isLive ? undefined : "gone"}>
      <td>
        <b>{key.name}</b>
        <div className="sub">
          <code>{key.start}…</code>
        </div>
      </td>
      <td data-label="Scopes">
        <span className="scopes">
          {key.scopes.map((scope) => (
            <i key={scope}>{scope}</i>
          ))}
        </span>
      </td>
      <td data-label="Made by">{key.createdBy}</td>
      <td className="r n sub" data-label="Last used">
        {key.usedAt ? [ago(key.usedAt, now), key.usedFrom].filter(Boolean).join(", ") : "never"}
      </td>
      <td className="r n" data-label="Ends">
        <Ends apiKey={key} now={now} />
      </td>
      <td className="r n" data-label="Rate">
        {key.isLive && `${key.callsPerMinute} /min of ${key.limitPerMinute}`}
      </td>
      <td className="r">
        {key.isLive && mayRevoke && (
          <button
            type="button"
            className="btn btn-line btn-sm danger"
            aria-label={`Revoke ${key.name}`}
            disabled={isBusy}
            onClick={onRevoke}
          >
            Revoke
          </button>
        )}
      </td>
    </tr>
  );
}

function Ends({ apiKey: { revokedAt, expiresAt }, now }: { apiKey: ApiKey; now: number }) {
  if (revokedAt) return <>revoked {day(revokedAt)}</>;
  if (!expiresAt) return <>never</>;
  const days = Math.ceil((Date.parse(expiresAt) - now) / dayLength);
  if (days <= 0) return <>ended {day(expiresAt)}</>;
  if (days <= soonDays) return <span className="danger">in {days === 1 ? "1 day" : `${days} days`}</span>;
  return <>{day(expiresAt)}</>;
}
