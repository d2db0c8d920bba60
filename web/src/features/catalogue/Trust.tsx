import { Lock, TrendingUp, Truck, Undo2 } from "lucide-react";

const promises = [
  { icon: Truck, title: "Free delivery", text: "On EU orders above $90" },
  { icon: Undo2, title: "30 days", text: "Money-back guarantee" },
  { icon: Lock, title: "Fixed price", text: "What you confirm is what you pay" },
  { icon: TrendingUp, title: "Live gold rate", text: "Prices follow it, line by line" },
];

export function Trust() {
  return (
    <section className="wrap trust" aria-label="What we promise">
      {promises.map(({ icon: Icon, title, text }) => (
        <div key={title}>
          <Icon aria-hidden="true" />
          <b className="num">{title}</b>
          <span>{text}</span>
        </div>
      ))}
    </section>
  );
}
