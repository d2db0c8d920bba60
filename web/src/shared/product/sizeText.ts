import type { SizeOut } from "@/shared/api/schema";
import type { Product } from "@/shared/api/types";

/** `size 12`, or `18 inches` of a chain. */
export const sizeText = (label: string) => (label.endsWith(" in") ? `${label.slice(0, -3)} inches` : `size ${label}`);

/** `Lotus Ring, size 12`. Events of an earlier version have no size. */
export const itemTitle = ({ productName, size }: { productName: string; size?: string | null }) =>
  size ? `${productName}, ${sizeText(size)}` : productName;

/** The key that identifies a line within a cart, a hold or an order. */
export const lineKey = ({ productId, size }: { productId: number; size?: string | null }) =>
  size ? `${productId} ${size}` : String(productId);

/** `16.6 mm inside`, or `45.7 cm` of a chain. */
export const measureText = ({ diameter, length }: Pick<SizeOut, "diameter" | "length">) =>
  diameter ? `${diameter} mm inside` : `${((length ?? 0) * 2.54).toFixed(1)} cm`;

/** `20.9 mm wide, 43.3 mm high`; empty if neither is known. */
export const outerText = ({ width, height }: Pick<Product, "width" | "height">) =>
  [width && `${width} mm wide`, height && `${height} mm high`].filter(Boolean).join(", ");

/** The product with the weight, price and stock of one of its sizes. */
export function inSize(product: Product, label: string | null | undefined): Product {
  const size = product.sizes?.find((each) => each.label === label);
  if (!size) return product;
  const { label: _label, diameter: _diameter, length: _length, isDefault: _isDefault, ...figures } = size;
  return { ...product, ...figures };
}
