import { BadgeCheck, FileText, type LucideIcon, PackageX, Truck, Undo2 } from "lucide-react";
import type { ShopOut } from "@/shared/api/schema";
import type { CartLine } from "@/shared/api/types";

interface Assurance {
  icon: LucideIcon;
  title: string;
  text: string;
}

/** The shop's promises that hold for these pieces and with the settings of this shop. */
export function Assurances({ lines, shop }: { lines: CartLine[]; shop: ShopOut }) {
  return (
    <section className="assurances" aria-label="What you can rely on">
      <ul>
        {assurancesOf(lines, shop).map(({ icon: Icon, title, text }) => (
          <li key={title}>
            <Icon className="ico" aria-hidden="true" />
            <span>
              <b>{title}</b> {text}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function assurancesOf(lines: CartLine[], { isDeliveryInsured, returnDays, hasTaxInvoices }: ShopOut): Assurance[] {
  const marks = new Set(lines.map(({ product }) => product.hallmark));
  const [mark] = marks;
  const found: Assurance[] = [];
  if (!marks.has(null))
    found.push({
      icon: BadgeCheck,
      title: marks.size === 1 ? `Hallmarked ${mark}` : "Hallmarked",
      text:
        lines.length === 1
          ? "The mark says how pure the gold is."
          : "The mark on each piece says how pure the gold is.",
    });
  if (isDeliveryInsured)
    found.push({ icon: Truck, title: "Insured until it is in your hands", text: "It is part of the price." });
  else
    found.push({
      icon: PackageX,
      title: "Cancel until it is packed",
      text: "It costs nothing. What you have paid goes back to you.",
    });
  if (returnDays > 0)
    found.push({
      icon: Undo2,
      title: `${returnDays} ${returnDays === 1 ? "day" : "days"} to return it`,
      text: "From the delivery. You get back what you paid for the piece.",
    });
  if (hasTaxInvoices)
    found.push({
      icon: FileText,
      title: "Tax invoice",
      text: "With weight, rate and GST, by mail when it is shipped, and in My Orders.",
    });
  return found;
}
