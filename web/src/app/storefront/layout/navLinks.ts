/** Collections of products by type. */
export const collections: [string, string][] = [
  ["Wedding Jewellery", "/wedding-jewellery"],
  ["Men", "/mens-jewellery"],
  ["Kids", "/kids-jewellery"],
];

/** How many categories the header and the footer link. The server's pages link as many. */
export const maxCategories = 8;

export const categoryPath = (id: number) => `/products?categoryId=${id}`;
