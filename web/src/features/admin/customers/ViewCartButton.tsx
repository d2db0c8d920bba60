import { ShoppingBag } from "lucide-react";

export function ViewCartButton({ name, onClick }: { name: string; onClick: () => void }) {
  return (
    <button type="button" className="btn btn-ghost btn-sm" onClick={onClick}>
      <ShoppingBag className="ico ico-16" aria-hidden="true" />
      View Cart<span className="visually-hidden"> of {name}</span>
    </button>
  );
}
