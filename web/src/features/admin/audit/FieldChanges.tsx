import { useState } from "react";
import { pluralize } from "@/shared/format";
import type { Change, Entry } from "./auditApi";
import { fieldName, hasValue, valueText } from "./fieldText";

const shown = 4;

/** The changed fields of an entry with old and new values; a long list is expanded on demand. */
export function FieldChanges({ entry }: { entry: Entry }) {
  const { action } = entry;
  const [whole, setWhole] = useState(false);
  const changes = entry.changes.filter(
    ({ field, from, to, secret }) => secret || valueText(from, field) !== valueText(to, field),
  );
  const listed = whole || changes.length <= shown + 1 ? changes : changes.slice(0, shown);
  return (
    <div>
      <dl className="diff">
        {listed.map((change) => (
          <div key={change.field}>
            <dt>{fieldName(change.field)}</dt>
            <dd>
              <FromTo action={action} change={change} />
            </dd>
          </div>
        ))}
      </dl>
      {listed.length < changes.length && (
        <button type="button" className="aslink textlink" onClick={() => setWhole(true)}>
          {pluralize(changes.length - listed.length, "more field")}
        </button>
      )}
    </div>
  );
}

function FromTo({ action, change: { field, from, to, secret } }: { action: Entry["action"]; change: Change }) {
  if (secret) return <>{action === "changed" ? "changed; never written down" : "never written down"}</>;
  if (action === "added") return <ins>{valueText(to, field)}</ins>;
  // Strike through removed values only. Reasons of failures and viewed values stay readable.
  const isStruck = action === "changed" || (action === "deleted" && hasValue(from));
  const Before = isStruck && !/error|failure|reason/.test(field) ? "del" : "span";
  // Other actions have one value, such as the number of rows that an import started with.
  if (action !== "changed") return <Before>{valueText(hasValue(from) ? from : to, field)}</Before>;
  return (
    <>
      <span className="visually-hidden">from </span>
      <Before>{valueText(from, field)}</Before>
      <span aria-hidden="true"> → </span>
      <span className="visually-hidden"> to </span>
      <ins>{valueText(to, field)}</ins>
    </>
  );
}
