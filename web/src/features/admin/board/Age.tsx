import { age } from "@/shared/admin/orders/age";
import { useNow } from "@/shared/admin/useNow";

export function Age({ at }: { at: string | null }) {
  return <>{age(at, useNow())}</>;
}
