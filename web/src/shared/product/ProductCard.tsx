import type { ComponentType, ReactNode } from "react";
import { inStock } from "@/shared/api/catalogue";
import type { Product } from "@/shared/api/types";
import { grams, rupees } from "@/shared/format";
import { Link } from "@/shared/ui/Link";
import { NoImage } from "./NoImage";
import { type Loading, Picture } from "./Picture";
import { productPath } from "./productPath";
import { QuickViewButton } from "./QuickViewButton";
import { StockNote } from "./StockNote";
import sizes from "./sizes.json";
import { sizeText } from "./sizeText";
import { WishlistButton } from "./WishlistButton";

/** The action of the card, supplied by the cart feature. */
export type CardAction = ComponentType<{ product: Product; size?: string | null; className?: string }>;

/** The second image is shown on hover, which touch devices lack. */
const hovers = typeof window !== "undefined" && window.matchMedia?.("(hover: hover)").matches !== false;

interface ProductCardProps {
  product: Product;
  Action: CardAction;
  load?: Loading;
  heading?: "h2" | "h3";
  /** The size that was chosen, whose figures the product has. */
  size?: string | null;
  /** Shown in the corner of the image. */
  corner?: ReactNode;
}

export function ProductCard({ product, Action, load, heading = "h3", size, corner }: ProductCardProps) {
  const [front, second] = product.images;
  const back = hovers ? second : undefined;
  return (
    <ProductCardLayout
      product={product}
      size={size}
      heading={heading}
      hasSecondImage={back !== undefined}
      images={
        <>
          {front ? <Picture image={front} alt="" sizes={sizes.card} load={load} /> : <NoImage />}
          {back && <Picture image={back} alt="" sizes={sizes.card} className="alt" />}
        </>
      }
      controls={
        <>
          <div className="quick-place">
            <QuickViewButton product={product} size={size} Action={Action} />
          </div>
          {corner ?? <WishlistButton product={product} className="heart" />}
        </>
      }
      action={<Action product={product} size={size} />}
    />
  );
}

interface ProductCardLayoutProps {
  product: Product;
  size?: string | null;
  heading: "h2" | "h3";
  images: ReactNode;
  hasSecondImage?: boolean;
  /** Controls on the image. They need scripts. */
  controls?: ReactNode;
  action: ReactNode;
}

/** The card's markup. The build also renders the server's template of a card with it. */
export function ProductCardLayout(props: ProductCardLayoutProps) {
  const { product, size, heading: Heading, images, hasSecondImage = false, controls, action } = props;
  const to = productPath(product.id, size);
  return (
    <article className={`pcard${inStock(product) ? "" : " sold"}`}>
      <Link className={`tile${hasSecondImage ? " two-up" : ""}`} to={to} tabIndex={-1} aria-hidden="true">
        {images}
      </Link>
      {controls}
      <Heading className="name">
        <Link to={to}>{product.name}</Link>
      </Heading>
      <div className="meta num">
        {product.purity} gold, {size && `${sizeText(size)}, `}
        {grams(product.weight)}
      </div>
      <div className="pr">
        <span className="price">{rupees(product.ornamentPrice)}</span>
        {product.discount > 0 && <s className="price-was">{rupees(product.mrp)}</s>}
        <StockNote product={product} />
      </div>
      {action}
    </article>
  );
}

export function CardSkeletons({ count }: { count: number }) {
  return Array.from({ length: count }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike and never move
    <div key={index} className="pcard" aria-hidden="true">
      <span className="tile sk" />
      <span className="sk sk-name" />
      <span className="sk sk-meta" />
      <span className="sk sk-price" />
      <span className="sk sk-button" />
    </div>
  ));
}
