/** The path of a product's page, which begins with the size, if one is given. */
export const productPath = (productId: number, size?: string | null) =>
  size ? `/${productId}?size=${encodeURIComponent(size)}` : `/${productId}`;
