import type { Facets } from "@/shared/api/types";
import { productTypeNames } from "@/shared/product/productTypes";
import { sizeText } from "@/shared/product/sizeText";
import { CheckboxGroup } from "./CheckboxGroup";
import {
  type Collection,
  type FilterName,
  filterValues,
  starName,
  stockNames,
  weightText,
  withFilterValue,
  withValues,
} from "./listFilters";
import { PriceFilter } from "./PriceFilter";

interface FilterPanelProps {
  params: URLSearchParams;
  onChange: (params: URLSearchParams) => void;
  collection: Collection;
  facets: Facets | null | undefined;
}

/**
 * All filters with the number of products for each choice. Choices without products, or that all products share, are
 * hidden.
 */
export function FilterPanel({ params, onChange, collection, facets }: FilterPanelProps) {
  if (!facets) return <FilterSkeleton />;
  const group = (name: FilterName, counts: { value: string; count: number; text: string }[]) => ({
    options: counts.filter(({ value, count }) => count > 0 || filterValues(params, name).includes(value)),
    chosen: filterValues(params, name),
    onChoose: (value: string, isChosen: boolean) => onChange(withFilterValue(params, name, value, isChosen)),
  });
  /** Hide a filter with a single choice. */
  const kinds = (name: FilterName, counts: { value: string; count: number; text: string }[]) => {
    const all = group(name, counts);
    return all.options.length > 1 || all.chosen.length > 0 ? all : { ...all, options: [] };
  };
  const named = (counts: { value: string; count: number }[] | undefined, text: (value: string) => string) =>
    (counts ?? []).map(({ value, count }) => ({ value, count, text: text(value) }));
  const weight = `${filterValues(params, "minWeight")[0] ?? ""}-${filterValues(params, "maxWeight")[0] ?? ""}`;
  const weights = facets.weight.map(({ minWeight, maxWeight, count }) => ({
    value: `${minWeight ?? ""}-${maxWeight ?? ""}`,
    text: weightText(minWeight, maxWeight),
    // A very long list is not counted.
    count: count ?? undefined,
  }));
  const stars = facets.rating.filter(({ minRating }) => minRating >= 3);
  return (
    <>
      <CheckboxGroup
        title="Filter by Category"
        {...group(
          "categoryId",
          facets.category.map(({ id, name, count }) => ({ value: String(id), count, text: name })),
        )}
      />
      {!collection.productType && (
        <CheckboxGroup
          title="Made for"
          {...kinds(
            "productType",
            named(facets.productType, (value) => productTypeNames[value] ?? value),
          )}
        />
      )}
      <PriceFilter params={params} onChange={onChange} facet={facets.price} />
      <CheckboxGroup
        title="Purity"
        {...kinds(
          "purity",
          named(facets.purity, (value) => `${value} gold`),
        )}
      />
      <CheckboxGroup
        title="Weight of gold"
        options={weights.filter(({ value, count }) => count !== 0 || value === weight)}
        chosen={weight === "-" ? [] : [weight]}
        onChoose={(value, isChosen) => {
          const [minWeight = "", maxWeight = ""] = isChosen ? value.split("-") : [];
          onChange(withValues(params, { minWeight, maxWeight }));
        }}
      />
      {sizeKinds.map(({ title, has, text }) => (
        <CheckboxGroup
          key={title}
          title={title}
          {...group(
            "size",
            named(
              facets.size.filter(({ value }) => has(value)),
              text,
            ),
          )}
        />
      ))}
      <CheckboxGroup
        title="Stone"
        {...group(
          "stone",
          named(facets.stone, (value) => value),
        )}
      />
      <CheckboxGroup
        title="Availability"
        {...kinds(
          "stock",
          named(facets.stock, (value) => stockNames[value] ?? value),
        )}
      />
      <CheckboxGroup
        title="Rating"
        {...group(
          "minRating",
          stars.map(({ minRating, count }) => ({ value: String(minRating), count, text: starName(minRating) })),
        )}
        onChoose={(value, isChosen) => onChange(withValues(params, { minRating: isChosen ? value : "" }))}
      />
    </>
  );
}

/** The sizes of rings, bangles and chains, whose labels differ. */
const sizeKinds: { title: string; has: (label: string) => boolean; text: (label: string) => string }[] = [
  { title: "Ring size", has: (label) => /^\d+$/.test(label), text: (label) => label },
  { title: "Bangle size", has: (label) => label.includes("."), text: (label) => label },
  { title: "Length of chain", has: (label) => label.endsWith(" in"), text: sizeText },
];

/** Placeholders of the first groups while the counts are loading. */
function FilterSkeleton() {
  return [8, 4].map((options) => (
    <div key={options} className="grp sk-group" aria-hidden="true">
      {Array.from({ length: options }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike and never move
        <span key={index} className="sk" />
      ))}
    </div>
  ));
}
