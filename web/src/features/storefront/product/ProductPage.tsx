import { Headset, PackageCheck, Undo2 } from "lucide-react";
import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { useLocation, useParams } from "react-router";
import { useAppSelector } from "@/app/hooks";
import { inStock, selectCachedProduct, useGetProductQuery } from "@/shared/api/catalogue";
import type { Product } from "@/shared/api/types";
import { grams, pluralize, rupees } from "@/shared/format";
import { shortened, useHead } from "@/shared/head/useHead";
import { usePageTitle } from "@/shared/hooks/usePageTitle";
import { goldInMrp } from "@/shared/product/goldInMrp";
import { PriceBreakup } from "@/shared/product/PriceBreakup";
import type { CardAction } from "@/shared/product/ProductCard";
import { StockNote } from "@/shared/product/StockNote";
import { Weights } from "@/shared/product/Weights";
import { WishlistButton } from "@/shared/product/WishlistButton";
import { selectAuthUser } from "@/shared/session/sessionSlice";
import { useExistingDraft } from "@/shared/session/useFormDraft";
import { Breadcrumbs } from "@/shared/ui/Breadcrumbs";
import { Link } from "@/shared/ui/Link";
import { LoadError } from "@/shared/ui/LoadError";
import { ProductGallery } from "./ProductGallery";
import { ProductPrice } from "./ProductPrice";
import { ProductSkeleton } from "./ProductSkeleton";
import { ProductTabs, reviewsTab } from "./ProductTabs";
import { RecentlyViewed } from "./RecentlyViewed";
import { RelatedProducts } from "./RelatedProducts";
import { StarRating } from "./StarRating";
import { StockPanel } from "./StockPanel";

interface ProductPageProps {
  Action: CardAction;
  /** Shown if there is no such product. */
  notFound: ReactNode;
}

export function ProductPage({ Action, notFound }: ProductPageProps) {
  const { id = "" } = useParams();
  const isId = /^[1-9]\d{0,8}$/.test(id);
  const { currentData, error, refetch } = useGetProductQuery(Number(id), { skip: !isId });
  // A product that was loaded with a list is shown until its own answer arrives.
  const listed = useAppSelector((state) => (currentData ? undefined : selectCachedProduct(state, Number(id))));
  const product = currentData ?? listed;
  if (!isId || (error && "status" in error && error.status === 404)) return notFound;
  if (error && !product) {
    return (
      <div className="wrap section">
        <LoadError title="Failed to fetch product" error={error} onRetry={() => void refetch()} />
      </div>
    );
  }
  return product ? <LoadedProduct key={product.id} product={product} Action={Action} /> : <ProductSkeleton />;
}

const collectionOf: Record<string, string> = { wedding: "Wedding", men: "For men", kids: "For kids" };

function LoadedProduct({ product, Action }: { product: Product; Action: CardAction }) {
  usePageTitle(product.name);
  useHead({ description: shortened(product.description), path: `/${product.id}` });
  const [view, setView] = useState(0);
  const wasReviewing = useExistingDraft(useAppSelector(selectAuthUser)?.id);
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
  const isSoldOut = !inStock(product);
  const buttons = (
    <div className="cta">
      <Action product={product} className="btn-lg btn-primary" />
      <WishlistButton product={product} className="btn btn-line" />
    </div>
  );
  return (
    <div className="wrap">
      <Breadcrumbs trail={[[product.categoryName, `/products?categoryId=${product.categoryId}`]]} here={product.name} />
      <div className="pdp">
        <ProductGallery product={product} view={view} onView={setView} />
        <div className="buy">
          <span className="eyebrow">{collectionOf[product.productType] ?? product.categoryName}</span>
          <h1>{product.name}</h1>
          <div className="facts">
            <StarRating rating={product.rating} />
            <button type="button" className="textlink aslink" onClick={showReviews}>
              {product.reviewCount ? pluralize(product.reviewCount, "review") : "No reviews yet"}
            </button>
            <span className="num">
              {grams(product.weight)}
              <i aria-hidden="true"> · </i> {product.purity} gold
            </span>
          </div>
          <ProductPrice product={product} />
          <PriceBreakup
            caption="Price break-up"
            goldRate={product.goldRate}
            weight={product.weight}
            metal={goldInMrp(product)}
            stones={product.stones}
            stoneCharge={product.stoneCharge}
            making={product.makingCharge}
            wastage={product.wastageCharge}
            discount={product.discount}
            total={product.ornamentPrice}
            totalLabel="Price"
          />
          <Weights product={product} />
          <div className="stock-row" role="status">
            {isSoldOut ? <span className="left out">Out of stock</span> : <StockNote product={product} />}
          </div>
          {isSoldOut ? <StockPanel product={product}>{buttons}</StockPanel> : buttons}
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
      <RelatedProducts product={product} Action={Action} />
      <RecentlyViewed productId={product.id} Action={Action} />
      <div className="buybar">
        <div>
          <div className="price">{rupees(product.ornamentPrice)}</div>
          <div className="micro muted num">
            {product.stockLeft ? <StockNote product={product} /> : `${grams(product.weight)}, ${product.purity}`}
          </div>
        </div>
        <WishlistButton product={product} className="btn btn-line" />
        <Action product={product} className="btn-primary" />
      </div>
    </div>
  );
}
