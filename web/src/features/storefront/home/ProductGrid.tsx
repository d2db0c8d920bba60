import { useState } from "react";
import { useGetTopProductsQuery } from "@/shared/api/catalogue";
import { type CardAction, CardSkeletons, ProductCard } from "@/shared/product/ProductCard";
import { Link } from "@/shared/ui/Link";
import { LoadError } from "@/shared/ui/LoadError";
import { Tabs } from "@/shared/ui/Tabs";
import { homeListQuery, homeLists } from "./homeLists";

export function ProductGrid({ Action }: { Action: CardAction }) {
  const [chosen, setChosen] = useState(0);
  const { title = "", sort = "newest" } = homeLists[chosen] ?? {};
  return (
    <section className="section pieces">
      <div className="wrap">
        <Tabs label="Lists" tabs={homeLists.map((list) => list.title)} current={chosen} onChoose={setChosen}>
          <Grid key={title} sort={sort} Action={Action} />
        </Tabs>
        <p className="text-center mt-5 mb-0">
          <Link className="textlink" to={`/products?sort=${sort}`}>
            See all jewellery
          </Link>
        </p>
      </div>
    </section>
  );
}

function Grid({ sort, Action }: { sort: (typeof homeLists)[number]["sort"]; Action: CardAction }) {
  const { data, error, refetch } = useGetTopProductsQuery(homeListQuery(sort));
  if (error && !data) {
    return <LoadError title="Failed to fetch products or images" error={error} onRetry={refetch} />;
  }
  return (
    <div className="pgrid" aria-busy={!data}>
      {data ? (
        data.products.map((product) => <ProductCard key={product.id} product={product} Action={Action} />)
      ) : (
        <CardSkeletons count={8} />
      )}
    </div>
  );
}
