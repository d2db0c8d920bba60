/** The storefront's labels of the API's product types. */
export const productTypeNames: Record<string, string> = {
  general: "Everyone",
  wedding: "Wedding",
  men: "Men",
  kids: "Kids",
};
