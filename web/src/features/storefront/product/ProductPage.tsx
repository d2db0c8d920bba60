import { Headset, PackageCheck, Undo2 } from "lucide-react";
import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { useLocation, useParams, useSearchParams } from "react-router";
import { useAppSelector } from "@/app/hooks";
import { inStock, selectCachedProduct, useGetProductQuery } from "@/shared/api/catalogue";
import { useGetContactQuery } from "@/shared/api/contact";
import { isNotFound } from "@/shared/api/errors";
import type { Product } from "@/shared/api/types";
import { grams, pluralize, rupees } from "@/shared/format";
import { shortened, useHead } from "@/shared/head/useHead";
import { measuredBar } from "@/shared/hooks/measuredBar";
import { usePageTitle } from "@/shared/hooks/usePageTitle";
import { guaranteeText } from "@/shared/orders/returnTexts";
import { goldInMrp } from "@/shared/product/goldInMrp";
import { PriceBreakup } from "@/shared/product/PriceBreakup";
import type { CardAction } from "@/shared/product/ProductCard";
import { SizeSelector, useChosenSize } from "@/shared/product/SizeSelector";
import { StockNote } from "@/shared/product/StockNote";
import { sizeText } from "@/shared/product/sizeText";
import { Weights } from "@/shared/product/Weights";
import { WishlistButton } from "@/shared/product/WishlistButton";
import { selectAuthUser } from "@/shared/session/sessionSlice";
import { useExistingDraft } from "@/shared/session/useFormDraft";
import { Breadcrumbs } from "@/shared/ui/Breadcrumbs";
import { Link } from "@/shared/ui/Link";
import { LoadError } from "@/shared/ui/LoadError";
import { lazyPart, Nothing } from "@/shared/ui/lazyPart";
import { BreakupLine } from "./BreakupLine";
import { ProductGallery } from "./ProductGallery";
import { ProductPrice } from "./ProductPrice";
import { ProductSkeleton } from "./ProductSkeleton";
import { ProductTabs, reviewsTab } from "./ProductTabs";
import { RecentlyViewed } from "./RecentlyViewed";
import { RelatedProducts } from "./RelatedProducts";
import { SizeScale } from "./SizeScale";
import { StarRating } from "./StarRating";
import { StockPanel } from "./StockPanel";

const PinCodeCheck = lazyPart(
  () => import("./PinCodeCheck").then((file) => file.PinCodeCheck),
  Nothing,
  <div className="panel pin" aria-busy="true" />,
);

interface ProductPageProps {
  Action: CardAction;
  /** Shown if there is no such product. */
  notFound: ReactNode;
}

export function ProductPage({ Action, notFound }: ProductPageProps) {
  const { id = "" } = useParams();
  const isId = /^[1-9]\d{0,8}$/.test(id);
  const { currentData, error, refetch } = useGetProductQuery(Number(id), { skip: !isId });
  // A product that was loaded with a list is shown until its own response arrives.
  const listed = useAppSelector((state) => (currentData ? undefined : selectCachedProduct(state, Number(id))));
  const product = currentData ?? listed;
  if (!isId || isNotFound(error)) return notFound;
  if (error && !product) {
    return (
      <div className="wrap section">
        <LoadError title="Failed to fetch product" error={error} onRetry={refetch} />
      </div>
    );
  }
  return product ? <LoadedProduct key={product.id} product={product} Action={Action} /> : <ProductSkeleton />;
}

const collectionOf: Record<string, string> = { wedding: "Wedding", men: "For men", kids: "For kids" };

function LoadedProduct({ product, Action }: { product: Product; Action: CardAction }) {
  const [address, setAddress] = useSearchParams();
  const { size, shown, choose } = useChosenSize(product, address.get("size"));
  // In the address the size outlasts a sign-in, a reload and Back, and a copied link names it.
  const onChoose = (label: string) => {
    choose(label);
    const next = new URLSearchParams(address);
    next.set("size", label);
    setAddress(next, { replace: true, preventScrollReset: true });
  };
  const { asksPinCode = false, returnDays = 0 } = useGetContactQuery().data ?? {};
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
      <Action product={shown} size={size} className="btn-lg btn-primary" />
      <WishlistButton product={product} size={size} className="btn btn-line" />
    </div>
  );
  return (
    <div className="wrap">
      <Breadcrumbs trail={[[product.categoryName, `/products?categoryId=${product.categoryId}`]]} here={product.name} />
      <div className="pdp">
        <ProductGallery
          product={product}
          view={view}
          onView={setView}
          scale={<SizeScale product={product} size={size} />}
        />
        <div className="buy">
          <span className="eyebrow">{collectionOf[product.productType] ?? product.categoryName}</span>
          <h1>{product.name}</h1>
          <div className="facts">
            {product.reviewCount > 0 && <StarRating rating={product.rating} />}
            <button type="button" className="textlink aslink" onClick={showReviews}>
              {product.reviewCount ? pluralize(product.reviewCount, "review") : "No reviews yet"}
            </button>
            <span className="num">
              {grams(shown.weight)}
              <i aria-hidden="true"> · </i> {product.purity} gold
            </span>
          </div>
          <ProductPrice product={shown} />
          <SizeSelector product={product} size={size} onChoose={onChoose} />
          {size && (
            <Link className="textlink small size-help" to="/size-guide">
              How to find your size
            </Link>
          )}
          <BreakupLine product={shown}>
            <PriceBreakup
              goldRate={shown.goldRate}
              weight={shown.weight}
              metal={goldInMrp(shown)}
              stones={shown.stones}
              stoneCharge={shown.stoneCharge}
              making={shown.makingCharge}
              wastage={shown.wastageCharge}
              discount={shown.discount}
              total={shown.ornamentPrice}
              totalLabel="Price"
            />
            <Weights product={shown} />
          </BreakupLine>
          {/* Fixed at the end of a narrow window, but reached by Tab where the buttons are on a wide one. */}
          <div className="buybar" ref={measuredBar}>
            <div>
              <div className="price">{rupees(shown.ornamentPrice)}</div>
              <div className="micro muted num">
                {shown.stockLeft ? (
                  <StockNote product={shown} />
                ) : (
                  `${size ? `${sizeText(size)}, ` : ""}${grams(shown.weight)}, ${product.purity}`
                )}
              </div>
            </div>
            <WishlistButton product={product} size={size} className="btn btn-line" />
            <Action product={shown} size={size} className="btn-primary" />
          </div>
          <div className="stock-row" role="status">
            {isSoldOut ? (
              <span className="left out">Out of stock</span>
            ) : inStock(shown) ? (
              <StockNote product={shown} />
            ) : (
              <span className="left out">Out of stock in this size</span>
            )}
          </div>
          {inStock(shown) ? (
            buttons
          ) : (
            <StockPanel product={product} size={size}>
              {buttons}
            </StockPanel>
          )}
          {asksPinCode && <PinCodeCheck />}
          {product.hallmark && <HallmarkSeal hallmark={product.hallmark} />}
          <ul className="assure">
            <li>
              <PackageCheck className="ico" aria-hidden="true" />
              {!inStock(shown)
                ? "Out of stock just now."
                : asksPinCode
                  ? "In stock."
                  : "In stock. Delivered in 3-5 days."}
            </li>
            {returnDays > 0 && (
              <li>
                <Undo2 className="ico" aria-hidden="true" />
                {guaranteeText(returnDays)}
              </li>
            )}
            <li>
              <Headset className="ico" aria-hidden="true" />
              <span>
                Questions? <Link to="/contact-us">Ask us.</Link>
              </span>
            </li>
          </ul>
        </div>
      </div>
      <div ref={tabs}>
        <ProductTabs product={shown} size={size} tab={tab} onTab={setTab} />
      </div>
      <RelatedProducts product={product} Action={Action} />
      <RecentlyViewed product={product} Action={Action} />
    </div>
  );
}

/** The seal is a picture of the mark; the text beside it names it. */
function HallmarkSeal({ hallmark }: { hallmark: string }) {
  return (
    <div className="hall">
      <span className="seal" aria-hidden="true">
        {hallmark.slice(0, -3)}
        <br />
        {hallmark.slice(-3)}
      </span>
      <div>
        <b>BIS hallmarked, {hallmark}</b>
        <p>Each piece has its own HUID: six letters and digits on it, in your order and on the invoice.</p>
      </div>
    </div>
  );
}
