import { TrendingUp } from "lucide-react";
import type { ReactNode } from "react";
import { currentRow } from "@/shared/admin/form/currentRow";
import { currentRate, ratesOfMonth, useRecentRatesQuery } from "@/shared/admin/goldRates/goldRates";
import { RateChart } from "@/shared/admin/goldRates/RateChart";
import { DateRangeFilter } from "@/shared/admin/list/DateRangeFilter";
import type { Column } from "@/shared/admin/list/ListTable";
import { ListView } from "@/shared/admin/list/ListView";
import { useListArgs } from "@/shared/admin/list/listQuery";
import { RowActions } from "@/shared/admin/list/RowActions";
import { useDelete } from "@/shared/admin/list/useDelete";
import { useEditing } from "@/shared/admin/list/useEditing";
import { usePermissions } from "@/shared/admin/permissions";
import { useUrlParams } from "@/shared/admin/useUrlParams";
import type { GoldRate } from "@/shared/api/types";
import { day, dayOf, pluralize, rupees } from "@/shared/format";
import { useNow } from "@/shared/hooks/useNow";
import { RateForm } from "./RateForm";
import {
  type RateEffect,
  useDeleteRateMutation,
  usePreviewRateDeletionMutation,
  useRateListInfiniteQuery,
} from "./ratesApi";

const plain: Column<GoldRate>[] = [
  { label: "Date", up: "oldest", down: "newest", cell: ({ date }) => <b>{day(date)}</b> },
  { label: "22k, a gram", numeric: true, cell: ({ r22kRate }) => rupees(r22kRate) },
  { label: "24k, a gram", numeric: true, cell: ({ r24kRate }) => rupees(r24kRate) },
];

/** Whether a rate is in force, scheduled or past. */
function State({ rate, current, children }: { rate: GoldRate; current?: GoldRate; children: ReactNode }) {
  if (rate.id === current?.id) return <span className="rate-state in-force">In force</span>;
  if (rate.date <= dayOf(Date.now())) return null;
  return (
    <span className="rate-state">
      Scheduled: takes effect at midnight, as {day(rate.date)} begins
      {children}
    </span>
  );
}

/** Returns the text of the confirmation: the effect of the deletion, and a second question for a large change. */
async function confirmationOf(preview: Promise<{ data?: RateEffect; error?: unknown }>) {
  const { data, error } = await preview;
  if (!data) return { error };
  const { summary, openCarts, needsConfirm, change } = data;
  const says = [
    summary,
    openCarts > 0 && `${pluralize(openCarts, "open cart holds", "open carts hold")} such a product.`,
    needsConfirm && `That is a move of ${Math.abs(change ?? 0)}\u00a0%. Is it right?`,
  ];
  return { data: { says: says.filter(Boolean).join(" "), needsConfirm } };
}

const texts = { done: "Gold rate deleted", failed: "Failed to delete gold rate" };

const filterNames = ["from", "to"] as const;

/** `/admin/gold-rate` */
export function GoldRatesPage() {
  const { may } = usePermissions();
  const { args, change } = useListArgs("newest", filterNames);
  const rates = useRateListInfiniteQuery(args);
  const recent = useRecentRatesQuery();
  const { params, change: changeAddress } = useUrlParams();
  // The link that sets today's rate opens the form.
  const [open, setOpen] = useEditing<GoldRate>(params.has("add") ? "new" : null);
  const close = () => {
    setOpen(null);
    if (params.has("add")) changeAddress({ add: null }, { replace: true });
  };
  const [remove] = useDeleteRateMutation();
  const [previewDeletion] = usePreviewRateDeletionMutation();
  const deletion = useDelete(
    (id, confirm) => remove({ id, confirm }),
    texts,
    (id) => confirmationOf(previewDeletion(id)),
  );
  const current = currentRate(recent.data, useNow());
  const cancel = (rate: GoldRate) => deletion.ask(rate.id, `the gold rate of ${day(rate.date)}`);
  const columns: Column<GoldRate>[] = [
    ...plain,
    {
      label: "State",
      cell: (rate) => (
        <State rate={rate} current={current}>
          {may("delete_gold_rate") && (
            <button
              type="button"
              className="aslink"
              aria-label={`Cancel it, the rate of ${day(rate.date)}`}
              disabled={deletion.busy === rate.id}
              onClick={() => cancel(rate)}
            >
              Cancel it
            </button>
          )}
        </State>
      ),
    },
  ];
  return (
    <ListView
      title="Gold Rate"
      noun={["gold rate", "gold rates"]}
      icon={TrendingUp}
      query={rates}
      columns={columns}
      idOf={({ id }) => id}
      failures={deletion.failures}
      args={args}
      onChange={change}
      views={{ page: "gold-rate", filters: filterNames }}
      loadFailed="Failed to load gold rates"
      emptyTitle="No gold rate yet"
      emptyText="Add today's rate: every price in the shop follows from it."
      fileOf={{ path: "/goldrate/", operation: "export_gold_rates" }}
      filters={<DateRangeFilter filters={args.filters} onChange={change} />}
      addLabel="Add Gold Rate"
      addBy="add_gold_rate"
      onAdd={() => setOpen("new")}
      actions={(rate) => (
        <RowActions
          name={`the rate of ${day(rate.date)}`}
          busy={deletion.busy === rate.id}
          onEdit={may("change_gold_rate") ? () => setOpen(rate) : undefined}
          onDelete={may("delete_gold_rate") ? () => cancel(rate) : undefined}
        />
      )}
    >
      {recent.data && <RateChart rates={ratesOfMonth(recent.data, Date.now())} />}
      {open && may("add_gold_rate") && (
        <RateForm rate={open === "new" ? null : currentRow(open, rates)} last={current} onClose={close} />
      )}
    </ListView>
  );
}
