/** Collections of products by type. */
export const collections: [string, string][] = [
  ["Wedding Jewellery", "/wedding-jewellery"],
  ["Men", "/mens-jewellery"],
  ["Kids", "/kids-jewellery"],
];

export const categoryPath = (id: number) => `/products?categoryId=${id}`;
