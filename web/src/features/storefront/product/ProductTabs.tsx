import type { ReactNode } from "react";
import { inStock } from "@/shared/api/catalogue";
import type { Product } from "@/shared/api/types";
import { grams } from "@/shared/format";
import { Picture } from "@/shared/product/Picture";
import { productTypeNames } from "@/shared/product/productTypes";
import { measureText, outerText, sizeText } from "@/shared/product/sizeText";
import { carats, weightsOf } from "@/shared/product/stones";
import { Link } from "@/shared/ui/Link";
import { lazyPart, partMissing } from "@/shared/ui/lazyPart";
import { Tabs } from "@/shared/ui/Tabs";

const Reviews = lazyPart(
  () => import("./Reviews").then((file) => file.Reviews),
  () => <p role="alert">{partMissing}</p>,
  <div className="rev-wait" aria-busy="true" />,
);

interface ProductTabsProps {
  product: Product;
  /** The chosen size. */
  size: string | null;
  tab: number;
  onTab: (tab: number) => void;
}

export const reviewsTab = 2;

export function ProductTabs({ product, size, tab, onTab }: ProductTabsProps) {
  return (
    <section className="pdp-tabs" id="about">
      <Tabs label="About this piece" tabs={["Descriptions", "Information", "Reviews"]} current={tab} onChoose={onTab}>
        {tab === 0 && <Description product={product} />}
        {tab === 1 && <Information product={product} size={size} />}
        {tab === reviewsTab && <Reviews productId={product.id} />}
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

function Information({ product, size }: { product: Product; size: string | null }) {
  const chosen = product.sizes?.find(({ label }) => label === size);
  const dimensions = [chosen && `${sizeText(chosen.label)}, ${measureText(chosen)}`, outerText(product)];
  const all = weightsOf(product);
  const weights: [string, string][] = all.length > 0 ? all : [["Weight", grams(product.weight)]];
  return (
    <div className="spec">
      <Facts
        facts={[
          ["Code", product.code],
          ["Purity", `${product.purity} gold`],
          ...(product.hallmark ? ([["Hallmark", `${product.hallmark}, BIS`]] as [string, string][]) : []),
          ...weights,
          ...(product.stones ?? []).map(({ kind, count, carats: weight }): [string, string] => [
            `${kind} × ${count}`,
            carats(weight),
          ]),
        ]}
      />
      <Facts
        facts={[
          [
            "Certificate",
            product.hallmark ? "BIS hallmark, the HUID of each piece on the invoice" : "Invoice with weight and purity",
          ],
          ...(dimensions.some(Boolean) ? ([["Dimensions", dimensions.filter(Boolean).join("; ")]] as Fact[]) : []),
          ["Category", product.categoryName],
          ["Made for", productTypeNames[product.productType] ?? product.productType],
          ["Stock", inStock(product) ? "In stock" : "Out of stock"],
          [
            "Care",
            <Link key="care" to="/care">
              How to wear, clean and keep it
            </Link>,
          ],
          [
            "Sold by",
            <Link key="terms" to="/terms">
              Swarna
            </Link>,
          ],
        ]}
      />
    </div>
  );
}

type Fact = [string, ReactNode];

function Facts({ facts }: { facts: Fact[] }) {
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
