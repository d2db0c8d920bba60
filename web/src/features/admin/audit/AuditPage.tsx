import { ScrollText } from "lucide-react";
import { DateRangeFilter } from "@/shared/admin/list/DateRangeFilter";
import { asOptions, FilterSelect } from "@/shared/admin/list/FilterSelect";
import type { Column } from "@/shared/admin/list/ListTable";
import { ListView } from "@/shared/admin/list/ListView";
import { useListArgs } from "@/shared/admin/list/listQuery";
import { day, timeOfDay } from "@/shared/format";
import { type Entry, entities, useAuditInfiniteQuery } from "./auditApi";
import { FieldChanges } from "./FieldChanges";
import { valueText } from "./fieldText";

const columns: Column<Entry>[] = [
  {
    label: "When",
    cell: ({ at }) => (
      <span className="n">
        {day(at)}
        <span className="sub"> {timeOfDay(at)}</span>
      </span>
    ),
  },
  { label: "Who", cell: ({ actor }) => <b>{actor}</b> },
  { label: "What", cell: (entry) => <What entry={entry} /> },
  { label: "From, to", cell: (entry) => <FieldChanges entry={entry} /> },
  { label: "Request", optional: true, cell: ({ requestId }) => requestId && <code>{requestId}</code> },
];

function What({ entry: { action, entity, entityId, label } }: { entry: Entry }) {
  return (
    <div>
      {action} {entity} {entityId}
      {label && <div className="sub">{entity === "picture" ? `of product ${label}` : valueText(label)}</div>}
    </div>
  );
}

const filterNames = ["entity", "adminId", "from", "to"] as const;

/** `/admin/audit`: who changed what and when, with old and new values. */
export function AuditPage() {
  const { args, change } = useListArgs("", filterNames);
  const audit = useAuditInfiniteQuery(args, { refetchOnMountOrArgChange: true });
  const actors = audit.data?.pages[0]?.actors ?? [];
  return (
    <div className="audit">
      <ListView
        title="Audit"
        noun={["change", "changes"]}
        icon={ScrollText}
        query={audit}
        columns={columns}
        idOf={({ id }) => id}
        args={args}
        onChange={change}
        views={{ page: "audit", filters: filterNames }}
        loadFailed="The audit could not be loaded"
        emptyTitle="Nothing was changed"
        emptyText="Whatever staff change stands here from then on, with their name, and is kept for two years."
        searchHint="Name, number or value"
        fileOf={{ path: "/audit/", operation: "export_audit" }}
        filters={
          <>
            <FilterSelect
              name="entity"
              label="What was changed"
              all="Everything"
              options={asOptions(entities)}
              filters={args.filters}
              onChange={change}
            />
            <FilterSelect
              name="adminId"
              label="Who changed it"
              all="Everyone"
              options={actors.map(({ id, name }) => ({ value: String(id), label: name }))}
              filters={args.filters}
              onChange={change}
            />
            <DateRangeFilter filters={args.filters} onChange={change} />
          </>
        }
      />
    </div>
  );
}
