import { useEffect } from "react";
import { useAppDispatch } from "@/app/hooks";
import type { CardAction } from "@/shared/product/ProductCard";
import { RecentlySeen } from "@/shared/product/SuggestedPieces";
import { productViewed } from "@/shared/session/localHistorySlice";

/** Products viewed before this one; this product is added to the history. */
export function RecentlyViewed({ productId, Action }: { productId: number; Action: CardAction }) {
  const dispatch = useAppDispatch();
  useEffect(() => void dispatch(productViewed(productId)), [productId, dispatch]);
  return <RecentlySeen Action={Action} without={productId} />;
}
