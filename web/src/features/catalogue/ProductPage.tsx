import { Headset, PackageCheck, Undo2 } from "lucide-react";
import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { Link, useLocation, useParams } from "react-router";
import { useAppSelector } from "@/app/hooks";
import { inStock, selectListed, useGetProductQuery } from "@/shared/api/catalogue";
import type { Product } from "@/shared/api/types";
import { counted, grams, rupees } from "@/shared/format";
import { shortened, useHead } from "@/shared/head/useHead";
import { selectAuthUser } from "@/shared/session/sessionSlice";
import { useWasTyping } from "@/shared/session/useTyped";
import { Breakup } from "@/shared/ui/Breakup";
import { Crumbs } from "@/shared/ui/Crumbs";
import { Heart } from "@/shared/ui/Heart";
import { LoadError } from "@/shared/ui/Notice";
import type { CardAction } from "@/shared/ui/ProductCard";
import { usePageTitle } from "@/shared/ui/usePageTitle";
import { Gallery } from "./Gallery";
import { MorePieces } from "./MorePieces";
import { Price } from "./Price";
import { ProductSkeleton } from "./ProductSkeleton";
import { ProductTabs, reviewsTab } from "./ProductTabs";
import { RecentlySeen } from "./RecentlySeen";
import { Stars } from "./Stars";

interface ProductPageProps {
  Action: CardAction;
  /** For an address that is not a piece of this shop. */
  notFound: ReactNode;
}

export function ProductPage({ Action, notFound }: ProductPageProps) {
  const { id = "" } = useParams();
  const isId = /^[1-9]\d{0,8}$/.test(id);
  const { currentData, error, refetch } = useGetProductQuery(Number(id), { skip: !isId });
  // Who comes from a list has seen the piece already: nothing is blank while its own answer is on its way.
  const listed = useAppSelector((state) => (currentData ? undefined : selectListed(state, Number(id))));
  const product = currentData ?? listed;
  if (!isId || (error && "status" in error && error.status === 404)) return notFound;
  if (error && !product) {
    return (
      <div className="wrap section">
        <LoadError title="Failed to fetch product" error={error} onRetry={() => void refetch()} />
      </div>
    );
  }
  return product ? <Piece key={product.id} product={product} Action={Action} /> : <ProductSkeleton />;
}

const collectionOf: Record<string, string> = { wedding: "Wedding", men: "For men", kids: "For kids" };

function Piece({ product, Action }: { product: Product; Action: CardAction }) {
  usePageTitle(product.name);
  useHead({ description: shortened(product.description), path: `/${product.id}` });
  const [view, setView] = useState(0);
  const wasReviewing = useWasTyping(useAppSelector(selectAuthUser)?.id);
  const [tab, setTab] = useState(wasReviewing ? reviewsTab : 0);
  const tabs = useRef<HTMLDivElement>(null);
  const showReviews = useCallback(() => {
    setTab(reviewsTab);
    tabs.current?.scrollIntoView?.({ block: "start" });
    tabs.current?.querySelectorAll<HTMLElement>("[role=tab]")[reviewsTab]?.focus({ preventScroll: true });
  }, []);
  const { hash } = useLocation();
  useEffect(() => {
    if (hash === "#reviews") showReviews();
  }, [hash, showReviews]);
  return (
    <div className="wrap">
      <Crumbs trail={[[product.categoryName, `/products?categoryId=${product.categoryId}`]]} here={product.name} />
      <div className="pdp">
        <Gallery product={product} view={view} onView={setView} />
        <div className="buy">
          <span className="eyebrow">{collectionOf[product.productType] ?? product.categoryName}</span>
          <h1>{product.name}</h1>
          <div className="facts">
            <Stars rating={product.rating} />
            <button type="button" className="textlink aslink" onClick={showReviews}>
              {product.reviewCount ? counted(product.reviewCount, "review") : "No reviews yet"}
            </button>
            <span className="num">
              {grams(product.weight)}
              <i aria-hidden="true"> · </i> {product.purity} gold
            </span>
          </div>
          <Price product={product} />
          <Breakup
            caption="Price break-up"
            goldRate={product.goldRate}
            weight={product.weight}
            metal={product.mrp - product.makingCharge - product.wastageCharge}
            making={product.makingCharge}
            wastage={product.wastageCharge}
            discount={product.discount}
            total={product.ornamentPrice}
            totalLabel="Price"
          />
          <div className="cta">
            <Action product={product} className="btn-lg btn-primary" />
            <Heart product={product} className="btn btn-line" />
          </div>
          <ul className="assure">
            <li>
              <PackageCheck className="ico" aria-hidden="true" />
              {inStock(product) ? "In stock. Delivered in 3-5 days." : "Out of stock just now."}
            </li>
            <li>
              <Undo2 className="ico" aria-hidden="true" />
              30-day money-back guarantee
            </li>
            <li>
              <Headset className="ico" aria-hidden="true" />
              <span>
                Questions? <Link to="/contact-us">We answer 24/7.</Link>
              </span>
            </li>
          </ul>
        </div>
      </div>
      <div ref={tabs}>
        <ProductTabs product={product} tab={tab} onTab={setTab} />
      </div>
      <MorePieces product={product} Action={Action} />
      <RecentlySeen productId={product.id} Action={Action} />
      <div className="buybar">
        <div>
          <div className="price">{rupees(product.ornamentPrice)}</div>
          <div className="micro muted num">
            {grams(product.weight)}, {product.purity}
          </div>
        </div>
        <Heart product={product} className="btn btn-line" />
        <Action product={product} className="btn-primary" />
      </div>
    </div>
  );
}
