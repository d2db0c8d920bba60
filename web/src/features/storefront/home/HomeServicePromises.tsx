import { BadgeCheck, Lock, Scale, ShieldCheck, Undo2 } from "lucide-react";
import { useGetShopQuery } from "@/shared/api/payments";
import { ServicePromises } from "@/shared/ui/ServicePromises";

const hallmarked = { icon: BadgeCheck, title: "Hallmarked", text: "Each piece with its own HUID" };
const insured = { icon: ShieldCheck, title: "Insured", text: "Until it is in your hands" };
const fixedPrice = { icon: Lock, title: "Fixed price", text: "What you confirm is what you pay" };
const returnable = { icon: Undo2, title: "30 days", text: "Money-back guarantee" };
const weighed = { icon: Scale, title: "Weighed", text: "To 10 milligrams, on each invoice" };

/** What a buyer of gold asks. Whether deliveries are insured is a setting of the shop. */
export function HomeServicePromises() {
  const { data: shop } = useGetShopQuery();
  const promises = [hallmarked, shop?.isDeliveryInsured ? insured : fixedPrice, returnable, weighed];
  return <ServicePromises promises={promises} className="wrap" />;
}
