import { TrendingUp } from "lucide-react";
import type { GoldRate } from "@/shared/api/types";
import { day, rupees } from "@/shared/format";
import { useAddress } from "@/shared/portal/address";
import { DayRange } from "@/shared/portal/DayRange";
import type { Column } from "@/shared/portal/ListTable";
import { ListView } from "@/shared/portal/ListView";
import { useListArgs } from "@/shared/portal/lists";
import { RateChart } from "@/shared/portal/RateChart";
import { RowActions } from "@/shared/portal/RowActions";
import { ratesOfMonth, useRecentRatesQuery } from "@/shared/portal/rates";
import { useDelete } from "@/shared/portal/useDelete";
import { useEditing } from "@/shared/portal/useEditing";
import { RateForm } from "./RateForm";
import { useDeleteRateMutation, useRateListInfiniteQuery } from "./ratesApi";

const columns: Column<GoldRate>[] = [
  { label: "Date", up: "oldest", down: "newest", cell: ({ date }) => <b>{day(date)}</b> },
  { label: "22k, a gram", numeric: true, cell: ({ r22kRate }) => rupees(r22kRate) },
  { label: "24k, a gram", numeric: true, cell: ({ r24kRate }) => rupees(r24kRate) },
];

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
  const deletion = useDelete(remove, texts);
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
          onDelete={() => deletion.ask(rate.id, `the gold rate of ${day(rate.date)}`)}
        />
      )}
    >
      {recent.data && <RateChart rates={ratesOfMonth(recent.data, Date.now())} />}
      {open && <RateForm rate={open === "new" ? null : open} last={recent.data?.[0]} onClose={close} />}
    </ListView>
  );
}
