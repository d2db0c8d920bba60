import { TrendingUp } from "lucide-react";
import type { ReactNode } from "react";
import type { GoldRate } from "@/shared/api/types";
import { counted, day, rupees } from "@/shared/format";
import { useAddress } from "@/shared/portal/address";
import { DayRange } from "@/shared/portal/DayRange";
import type { Column } from "@/shared/portal/ListTable";
import { ListView } from "@/shared/portal/ListView";
import { useListArgs } from "@/shared/portal/lists";
import { RateChart } from "@/shared/portal/RateChart";
import { RowActions } from "@/shared/portal/RowActions";
import { dayOf, rateInForce, ratesOfMonth, useRecentRatesQuery } from "@/shared/portal/rates";
import { useDelete } from "@/shared/portal/useDelete";
import { useEditing } from "@/shared/portal/useEditing";
import { useNow } from "@/shared/portal/useNow";
import { RateForm } from "./RateForm";
import {
  type RateEffect,
  useDeleteRateMutation,
  useForeseeRateDeletionMutation,
  useRateListInfiniteQuery,
} from "./ratesApi";

const plain: Column<GoldRate>[] = [
  { label: "Date", up: "oldest", down: "newest", cell: ({ date }) => <b>{day(date)}</b> },
  { label: "22k, a gram", numeric: true, cell: ({ r22kRate }) => rupees(r22kRate) },
  { label: "24k, a gram", numeric: true, cell: ({ r24kRate }) => rupees(r24kRate) },
];

/** What a rate does now: it prices everything, it will, or it did. */
function State({ rate, current, children }: { rate: GoldRate; current?: GoldRate; children: ReactNode }) {
  if (rate.id === current?.id) return <span className="rate-state in-force">In force</span>;
  if (rate.date < dayOf(Date.now())) return null;
  return (
    <span className="rate-state">
      Scheduled: takes effect at midnight, as {day(rate.date)} begins
      {children}
    </span>
  );
}

/** What is asked beside the question: the effect in words, and whether a steep one is right. */
async function questionOf(foreseen: Promise<{ data?: RateEffect; error?: unknown }>) {
  const { data, error } = await foreseen;
  if (!data) return { error };
  const { summary, openCarts, needsConfirm, change } = data;
  const says = [
    summary,
    openCarts > 0 && `${counted(openCarts, "open cart holds", "open carts hold")} such a product.`,
    needsConfirm && `That is a move of ${Math.abs(change ?? 0)}\u00a0%. Is it right?`,
  ];
  return { data: { says: says.filter(Boolean).join(" "), needsConfirm } };
}

const texts = { done: "Gold rate deleted", failed: "Failed to delete gold rate" };

/** `/admin/gold-rate` */
export function GoldRatePage() {
  const { args, change } = useListArgs("newest", ["from", "to"]);
  const rates = useRateListInfiniteQuery(args);
  const recent = useRecentRatesQuery();
  const { params, change: changeAddress } = useAddress();
  // Who comes to set today's rate finds the form open.
  const [open, setOpen] = useEditing<GoldRate>(params.has("add") ? "new" : null);
  const close = () => {
    setOpen(null);
    if (params.has("add")) changeAddress({ add: null }, { replace: true });
  };
  const [remove] = useDeleteRateMutation();
  const [foresee] = useForeseeRateDeletionMutation();
  const deletion = useDelete(
    (id, confirm) => remove({ id, confirm }),
    texts,
    (id) => questionOf(foresee(id)),
  );
  const current = rateInForce(recent.data, useNow());
  const cancel = (rate: GoldRate) => deletion.ask(rate.id, `the gold rate of ${day(rate.date)}`);
  const columns: Column<GoldRate>[] = [
    ...plain,
    {
      label: "State",
      cell: (rate) => (
        <State rate={rate} current={current}>
          <button
            type="button"
            className="aslink"
            aria-label={`Cancel the rate of ${day(rate.date)}`}
            disabled={deletion.busy === rate.id}
            onClick={() => cancel(rate)}
          >
            Cancel it
          </button>
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
      loadFailed="Failed to load gold rates"
      emptyTitle="No gold rate yet"
      emptyText="Add today's rate: every price in the shop follows from it."
      fileOf={{ path: "/goldrate/" }}
      filters={<DayRange filters={args.filters} onChange={change} />}
      addLabel="Add Gold Rate"
      onAdd={() => setOpen("new")}
      actions={(rate) => (
        <RowActions
          name={`the rate of ${day(rate.date)}`}
          busy={deletion.busy === rate.id}
          onEdit={() => setOpen(rate)}
          onDelete={() => cancel(rate)}
        />
      )}
    >
      {recent.data && <RateChart rates={ratesOfMonth(recent.data, Date.now())} />}
      {open && <RateForm rate={open === "new" ? null : open} last={current} onClose={close} />}
    </ListView>
  );
}
