import { BadgeCheck, Lock, Scale, Undo2 } from "lucide-react";
import { useGetContactQuery } from "@/shared/api/contact";
import { guaranteePromise } from "@/shared/orders/returnTexts";
import { ServicePromises } from "@/shared/ui/ServicePromises";

/** Answers to the usual questions of buyers of gold. */
const promisesOf = (returnDays: number) => [
  { icon: BadgeCheck, title: "Hallmarked", text: "With a HUID on each hallmarked piece" },
  { icon: Scale, title: "Weighed", text: "To 10 milligrams, on each invoice" },
  ...(returnDays > 0 ? [{ icon: Undo2, ...guaranteePromise(returnDays) }] : []),
  { icon: Lock, title: "Fixed price", text: "What you confirm is what you pay" },
];

export function HomeServicePromises() {
  const returnDays = useGetContactQuery().data?.returnDays ?? 0;
  return <ServicePromises promises={promisesOf(returnDays)} className="wrap" />;
}
