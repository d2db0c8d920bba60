import { useState } from "react";
import { inStock } from "@/shared/api/catalogue";
import type { Product } from "@/shared/api/types";
import { grams } from "@/shared/format";
import { Picture } from "@/shared/ui/Picture";
import { Tabs } from "./Tabs";

const madeFor = { general: "Everyone", wedding: "Wedding", men: "Men", kids: "Kids" };

export function ProductTabs({ product }: { product: Product }) {
  const [tab, setTab] = useState(0);
  return (
    <section className="pdp-tabs">
      <Tabs label="About this piece" tabs={["Descriptions", "Information"]} current={tab} onChoose={setTab}>
        {tab === 0 ? <Description product={product} /> : <Information product={product} />}
      </Tabs>
    </section>
  );
}

function Description({ product }: { product: Product }) {
  const detail = product.images[1];
  return (
    <div className={detail ? "desc" : "desc alone"}>
      <p className="lede mb-0">{product.description}</p>
      {detail && (
        <span className="tile">
          <Picture image={detail} alt={`${product.name} in detail`} sizes="(min-width: 992px) 628px, 100vw" />
        </span>
      )}
    </div>
  );
}

function Information({ product }: { product: Product }) {
  return (
    <div className="spec">
      <Facts
        facts={[
          ["Code", product.code],
          ["Purity", `${product.purity} gold`],
          ["Weight", grams(product.weight)],
        ]}
      />
      <Facts
        facts={[
          ["Category", product.categoryName],
          ["Made for", madeFor[product.productType]],
          ["Stock", inStock(product) ? "In stock" : "Out of stock"],
        ]}
      />
    </div>
  );
}

function Facts({ facts }: { facts: [string, string][] }) {
  return (
    <dl>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
