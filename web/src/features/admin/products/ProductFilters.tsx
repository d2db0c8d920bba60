import { useCategoryChoicesQuery } from "./productsApi";

interface ProductFiltersProps {
  filters: Record<string, string>;
  onChange: (next: Record<string, string>) => void;
}

const fixed = [
  { name: "productType", label: "Product type", all: "All types", options: ["general", "men", "wedding", "kids"] },
  { name: "status", label: "Status", all: "Active or not", options: ["active", "in active"] },
  { name: "stockAvailability", label: "Stock", all: "In stock or not", options: ["yes", "no"] },
];

const stockLevels = [
  { value: "low", label: "2 pieces or fewer" },
  { value: "counted", label: "pieces counted" },
  { value: "notCounted", label: "not counted" },
];

export function ProductFilters({ filters, onChange }: ProductFiltersProps) {
  const { data: categories = [] } = useCategoryChoicesQuery();
  const all = [
    {
      name: "categoryId",
      label: "Category",
      all: "All categories",
      options: categories.map(({ id, name }) => ({ value: String(id), label: name })),
    },
    { name: "stockLevel", label: "Pieces", all: "Any number of pieces", options: stockLevels },
    ...fixed.map((each) => ({ ...each, options: each.options.map((value) => ({ value, label: value })) })),
  ];
  return all.map(({ name, label, all: none, options }) => (
    <select
      key={name}
      className="form-select"
      aria-label={label}
      value={filters[name] ?? ""}
      onChange={(event) => onChange({ [name]: event.target.value })}
    >
      <option value="">{none}</option>
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {name === "stockAvailability" ? `stock ${option.label}` : option.label}
        </option>
      ))}
    </select>
  ));
}
