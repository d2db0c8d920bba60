import type { AdminImage } from "@/features/admin/products/productsApi";

/** An image that is not saved yet. */
export interface NewImage {
  key: string;
  file: File;
  /** The uploaded part, from 0 to 1, during the upload. */
  sent?: number;
  /** The key of the upload on the server. */
  upload?: string;
  fault?: string;
  /** Whether a retry may succeed. */
  canRetry?: boolean;
}

/** A saved or a new image. */
export type Tile = { key: string } & ({ image: AdminImage; picture?: never } | { picture: NewImage; image?: never });

export const keyOf = (imageId: number) => `image-${imageId}`;

/** Returns the images in the chosen order; images that were not moved come last. */
export function tilesOf(images: AdminImage[], added: NewImage[], order: string[]): Tile[] {
  const tiles: Tile[] = [
    ...images.map((image) => ({ key: keyOf(image.id), image })),
    ...added.map((picture) => ({ key: picture.key, picture })),
  ];
  const place = new Map(order.map((key, index) => [key, index]));
  return tiles
    .map((tile, index) => ({ tile, at: place.get(tile.key) ?? order.length + index }))
    .sort((one, other) => one.at - other.at)
    .map(({ tile }) => tile);
}

/** Returns the keys with one of them moved to an index. */
export function moved(keys: string[], key: string, to: number): string[] {
  const others = keys.filter((each) => each !== key);
  const place = Math.max(0, Math.min(to, others.length));
  return [...others.slice(0, place), key, ...others.slice(place)];
}
