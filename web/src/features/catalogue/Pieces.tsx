import { useState } from "react";
import { Link } from "react-router";
import type { Product } from "@/shared/api/types";
import { type CardAction, CardSkeletons, ProductCard } from "@/shared/ui/ProductCard";
import { type HomeList, homeLists } from "./homeLists";
import { Tabs } from "./Tabs";

export function Pieces({ products, Action }: { products: Product[] | undefined; Action: CardAction }) {
  const [chosen, setChosen] = useState(0);
  const lists = products && homeLists(products);
  const list = lists?.[chosen] ?? lists?.[0];
  return (
    <section className="section" aria-busy={!products}>
      <div className="wrap">
        {lists && lists.length > 1 ? (
          <Tabs label="Lists" tabs={lists.map(({ title }) => title)} current={chosen} onChoose={setChosen}>
            <Grid list={list} Action={Action} />
          </Tabs>
        ) : (
          <>
            <div className="section-head">
              <h2>New Arrivals</h2>
            </div>
            <Grid list={list} Action={Action} />
          </>
        )}
        <p className="text-center mt-5 mb-0">
          <Link className="textlink" to="/products">
            See all jewellery
          </Link>
        </p>
      </div>
    </section>
  );
}

function Grid({ list, Action }: { list: HomeList | undefined; Action: CardAction }) {
  return (
    <div className="pgrid">
      {list ? (
        list.products.map((product) => <ProductCard key={product.id} product={product} Action={Action} />)
      ) : (
        <CardSkeletons count={8} />
      )}
    </div>
  );
}
