import { useEffect, useRef, useState } from "react";
import { type TopProductsQuery, useGetTopProductsQuery } from "@/shared/api/catalogue";
import { type CardAction, CardSkeletons, ProductCard } from "@/shared/product/ProductCard";
import { Link } from "@/shared/ui/Link";

const shown = 4;

type Narrowing = Omit<TopProductsQuery, "sort" | "limit" | "facets" | "search">;

/** The rows of the home page; each leads to the list with the same filters. */
const rows: { title: string; note: string; narrowing: Narrowing }[] = [
  { title: "Under ₹50,000", note: "At the gold rate of the day", narrowing: { maxPrice: 50_000, stock: "yes" } },
  {
    title: "Everyday",
    note: "Light pieces, up to 10 gm of gold",
    narrowing: { productType: "general", maxWeight: 10, stock: "yes" },
  },
  {
    title: "Gifts",
    note: "From ₹20,000 to ₹1,50,000",
    narrowing: { minPrice: 20_000, maxPrice: 150_000, stock: "yes" },
  },
];

export const HomeRows = ({ Action }: { Action: CardAction }) => (
  <div className="home-rows">
    {rows.map((row) => (
      <HomeRow key={row.title} {...row} Action={Action} />
    ))}
  </div>
);

function HomeRow({ title, note, narrowing, Action }: (typeof rows)[number] & { Action: CardAction }) {
  const section = useRef<HTMLElement>(null);
  const isNear = useIsNear(section);
  const { data } = useGetTopProductsQuery({ ...narrowing, sort: "bestSelling", limit: shown }, { skip: !isNear });
  if (data?.products.length === 0) return null;
  const query = new URLSearchParams(Object.entries(narrowing).map(([name, value]) => [name, String(value)]));
  return (
    <section className="wrap home-row" ref={section} aria-label={title}>
      <div className="row-head">
        <div>
          <h2>{title}</h2>
          <p className="muted mb-0">{note}</p>
        </div>
        <Link className="textlink" to={`/products?${query}`} aria-label={`See all, ${title}`}>
          See all
        </Link>
      </div>
      <div className="pgrid" aria-busy={isNear && !data}>
        {data ? (
          data.products.map((product) => <ProductCard key={product.id} product={product} Action={Action} />)
        ) : (
          <CardSkeletons count={shown} />
        )}
      </div>
    </section>
  );
}

/** Whether an element is in the window or close to it, or once was. */
function useIsNear(element: React.RefObject<HTMLElement | null>): boolean {
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (isNear || !element.current) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && setNear(true),
      {
        rootMargin: "600px",
      },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [isNear, element]);
  return isNear;
}
