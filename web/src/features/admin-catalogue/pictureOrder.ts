import type { StockedImage } from "./productsApi";

/** A picture that the shop does not have yet. */
export interface NewPicture {
  key: string;
  file: File;
  /** How much of it has gone out, from 0 to 1, while it does. */
  sent?: number;
  /** What stands for it on the server, once that has it. */
  upload?: string;
  fault?: string;
  /** Whether another try may go better. */
  canRetry?: boolean;
}

/** One tile: a picture of the shop's, or one that is to be sent. */
export type Tile = { key: string } & (
  | { image: StockedImage; picture?: never }
  | { picture: NewPicture; image?: never }
);

export const keyOf = (imageId: number) => `image-${imageId}`;

/** The tiles as someone put them; what nobody moved stands last, as it came. */
export function tilesOf(images: StockedImage[], added: NewPicture[], order: string[]): Tile[] {
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

/** The keys with one of them moved to another place. */
export function moved(keys: string[], key: string, to: number): string[] {
  const others = keys.filter((each) => each !== key);
  const place = Math.max(0, Math.min(to, others.length));
  return [...others.slice(0, place), key, ...others.slice(place)];
}
