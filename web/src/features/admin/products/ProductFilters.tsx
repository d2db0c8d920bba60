import { asOptions, FilterSelect, namedOptions } from "@/shared/admin/list/FilterSelect";
import { useCategoryChoicesQuery } from "./productsApi";
import { productTypes } from "./productValues";

interface ProductFiltersProps {
  filters: Record<string, string>;
  onChange: (next: Record<string, string>) => void;
}

const stockLevels = [
  { value: "low", label: "2 pieces or fewer" },
  { value: "counted", label: "pieces counted" },
  { value: "notCounted", label: "not counted" },
];
const availabilities = [
  { value: "yes", label: "stock yes" },
  { value: "no", label: "stock no" },
];
const fixed = [
  { name: "stockLevel", label: "Pieces", all: "Any number of pieces", options: stockLevels },
  {
    name: "productType",
    label: "Product type",
    all: "All types",
    options: asOptions(productTypes),
  },
  { name: "status", label: "Status", all: "Active or not", options: asOptions(["active", "in active", "scheduled"]) },
  { name: "stockAvailability", label: "Stock", all: "In stock or not", options: availabilities },
];

export function ProductFilters(props: ProductFiltersProps) {
  const { data: categories = [] } = useCategoryChoicesQuery();
  const options = namedOptions(categories);
  const category = { name: "categoryId", label: "Category", all: "All categories", options };
  return [category, ...fixed].map((each) => <FilterSelect key={each.name} {...each} {...props} />);
}
