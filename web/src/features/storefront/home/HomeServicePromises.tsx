import { Lock, TrendingUp, Truck, Undo2 } from "lucide-react";
import { ServicePromises } from "@/shared/ui/ServicePromises";

const promises = [
  { icon: Truck, title: "Free delivery", text: "On EU orders above $90" },
  { icon: Undo2, title: "30 days", text: "Money-back guarantee" },
  { icon: Lock, title: "Fixed price", text: "What you confirm is what you pay" },
  { icon: TrendingUp, title: "Live gold rate", text: "Prices follow it, line by line" },
];

export function HomeServicePromises() {
  return <ServicePromises promises={promises} className="wrap" />;
}
