import type { AdminSizeOut } from "@/shared/api/schema";

/** Products with so many pieces or fewer, in total or in a size, are marked as low. */
export const lowStock = 2;

/** The number of pieces left, in words: `none` or `2 left`. */
export const piecesLeft = (pieces: number) => (pieces === 0 ? "none" : `${pieces} left`);

/** The sizes of which few pieces are left: `size 12: none, size 14: 2 left`. */
export const lowSizes = (sizes: readonly Pick<AdminSizeOut, "label" | "stockQuantity">[]) =>
  sizes
    .flatMap(({ label, stockQuantity: pieces }) =>
      pieces !== null && pieces <= lowStock ? [`size ${label}: ${piecesLeft(pieces)}`] : [],
    )
    .join(", ");
