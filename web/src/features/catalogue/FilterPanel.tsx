import type { Facets } from "@/shared/api/types";
import { CheckGroup } from "./CheckGroup";
import {
  type Collection,
  chosen,
  type FilterName,
  starName,
  stockNames,
  typeNames,
  withChoice,
  withOnly,
} from "./listing";
import { PriceFilter } from "./PriceFilter";

interface FilterPanelProps {
  params: URLSearchParams;
  onChange: (params: URLSearchParams) => void;
  collection: Collection;
  facets: Facets | null | undefined;
}

/** Every filter with how many pieces each choice would leave. Choices that would leave none, or all, are not offered. */
export function FilterPanel({ params, onChange, collection, facets }: FilterPanelProps) {
  if (!facets) return <FilterSkeleton />;
  const group = (name: FilterName, counts: { value: string; count: number; text: string }[]) => ({
    options: counts.filter(({ value, count }) => count > 0 || chosen(params, name).includes(value)),
    chosen: chosen(params, name),
    onChoose: (value: string, isChosen: boolean) => onChange(withChoice(params, name, value, isChosen)),
  });
  /** A kind that every piece is of is no choice. */
  const kinds = (name: FilterName, counts: { value: string; count: number; text: string }[]) => {
    const all = group(name, counts);
    return all.options.length > 1 || all.chosen.length > 0 ? all : { ...all, options: [] };
  };
  const named = (counts: { value: string; count: number }[] | undefined, text: (value: string) => string) =>
    (counts ?? []).map(({ value, count }) => ({ value, count, text: text(value) }));
  const stars = facets.rating.filter(({ minRating }) => minRating >= 3);
  return (
    <>
      <CheckGroup
        title="Filter by Category"
        {...group(
          "categoryId",
          facets.category.map(({ id, name, count }) => ({ value: String(id), count, text: name })),
        )}
      />
      {!collection.productType && (
        <CheckGroup
          title="Made for"
          {...kinds(
            "productType",
            named(facets.productType, (value) => typeNames[value] ?? value),
          )}
        />
      )}
      <PriceFilter params={params} onChange={onChange} facet={facets.price} />
      <CheckGroup
        title="Purity"
        {...kinds(
          "purity",
          named(facets.purity, (value) => `${value} gold`),
        )}
      />
      <CheckGroup
        title="Availability"
        {...kinds(
          "stock",
          named(facets.stock, (value) => stockNames[value] ?? value),
        )}
      />
      <CheckGroup
        title="Rating"
        {...group(
          "minRating",
          stars.map(({ minRating, count }) => ({ value: String(minRating), count, text: starName(minRating) })),
        )}
        onChoose={(value, isChosen) => onChange(withOnly(params, { minRating: isChosen ? value : "" }))}
      />
    </>
  );
}

/** The room of the first groups while their counts are on the way. */
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
