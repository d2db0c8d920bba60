import { age } from "@/shared/admin/orders/age";
import { useNow } from "@/shared/hooks/useNow";

export function Age({ at }: { at: string | null }) {
  return <>{age(at, useNow())}</>;
}
