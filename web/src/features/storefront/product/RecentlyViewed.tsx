import { useEffect } from "react";
import { useAppDispatch } from "@/app/hooks";
import type { Product } from "@/shared/api/types";
import type { CardAction } from "@/shared/product/ProductCard";
import { RecentlySeen } from "@/shared/product/SuggestedPieces";
import { rememberSeen } from "@/shared/push/serviceWorker";
import { productViewed } from "@/shared/session/localHistorySlice";

/** The URL of a small picture, which the page may have loaded already. */
function pictureOf({ images: [first] }: Product): string | undefined {
  return first?.renditions.find(({ width }) => width >= 320)?.webp ?? first?.imageUrl;
}

/** Products viewed before this one; this product is added to the history. */
export function RecentlyViewed({ product, Action }: { product: Product; Action: CardAction }) {
  const dispatch = useAppDispatch();
  const { id, name } = product;
  const picture = pictureOf(product);
  useEffect(() => void dispatch(productViewed(id)), [id, dispatch]);
  useEffect(() => {
    if (picture) void rememberSeen({ id, name, picture });
  }, [id, name, picture]);
  return <RecentlySeen Action={Action} without={id} />;
}
