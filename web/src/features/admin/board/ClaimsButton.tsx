import { Clock } from "lucide-react";
import type { BoardArgs } from "@/shared/admin/orders/boardArgs";
import { useClaimCount } from "@/shared/admin/orders/boardCounts";

interface ClaimsButtonProps {
  args: BoardArgs;
  onPick: (payment: "claimed" | null) => void;
}

/** Shows only the orders whose claimed payment has to be checked. */
export function ClaimsButton({ args, onPick }: ClaimsButtonProps) {
  const count = useClaimCount({ search: args.search, from: args.from, payment: args.payment });
  const isOn = args.payment === "claimed";
  if (!count && !isOn) return null;
  return (
    <button
      type="button"
      className={count ? "btn chip-claims hot" : "btn chip-claims"}
      aria-pressed={isOn}
      onClick={() => onPick(isOn ? null : "claimed")}
    >
      <Clock className="ico ico-16" aria-hidden="true" />
      Claims to confirm <b className="num">{count}</b>
    </button>
  );
}
