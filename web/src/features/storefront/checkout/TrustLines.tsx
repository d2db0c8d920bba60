import { BadgeCheck, FileText, Truck, Undo2 } from "lucide-react";
import type { ShopOut } from "@/shared/api/schema";
import type { CartLine } from "@/shared/api/types";
import { pluralize } from "@/shared/format";

interface TrustLinesProps {
  lines: CartLine[];
  shop: ShopOut;
}

/** What this shop keeps, by its settings and by what is in the cart; a promise that does not hold is not there. */
export function TrustLines({ lines, shop }: TrustLinesProps) {
  const marks = [...new Set(lines.map(({ product }) => product.hallmark))];
  const [mark] = marks;
  const isHallmarked = lines.length > 0 && !marks.includes(null);
  const claims = [
    isHallmarked && {
      icon: BadgeCheck,
      claim: marks.length === 1 ? `Hallmarked ${mark}` : "Hallmarked, each piece",
      proof: "Every piece has its own HUID. You can check it in the BIS Care app.",
    },
    shop.isDeliveryInsured && {
      icon: Truck,
      claim: "Insured until it is in your hands",
      proof: "At no cost to you, by a courier with a tracking number.",
    },
    shop.returnDays > 0 && {
      icon: Undo2,
      claim: `${pluralize(shop.returnDays, "day")} to return it`,
      proof: "Counted from the delivery. The money goes back once the piece is here.",
    },
    shop.hasTaxInvoices && {
      icon: FileText,
      claim: "Tax invoice",
      proof: "With weight, rate and GST, by mail when it is shipped, and in My Orders.",
    },
  ].filter((each) => each !== undefined && each !== false);
  if (claims.length === 0) return null;
  return (
    <section className="part safe" aria-label="What we keep">
      <ul className="keep">
        {claims.slice(0, 3).map(({ icon: Icon, claim, proof }) => (
          <li key={claim}>
            <Icon aria-hidden="true" />
            <span>
              <b>{claim}</b> {proof}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
