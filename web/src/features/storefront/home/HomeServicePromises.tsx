import { BadgeCheck, Lock, Scale, Undo2 } from "lucide-react";
import { ServicePromises } from "@/shared/ui/ServicePromises";

/** Answers to the usual questions of buyers of gold. */
const promises = [
  { icon: BadgeCheck, title: "Hallmarked", text: "With a HUID on each hallmarked piece" },
  { icon: Scale, title: "Weighed", text: "To 10 milligrams, on each invoice" },
  { icon: Undo2, title: "30 days", text: "Money-back guarantee" },
  { icon: Lock, title: "Fixed price", text: "What you confirm is what you pay" },
];

export function HomeServicePromises() {
  return <ServicePromises promises={promises} className="wrap" />;
}
