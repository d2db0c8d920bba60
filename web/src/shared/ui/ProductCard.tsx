import type { ComponentType, ReactNode } from "react";
import { Link } from "react-router";
import { inStock } from "@/shared/api/catalogue";
import type { Product } from "@/shared/api/types";
import { grams, rupees } from "@/shared/format";
import { Heart } from "./Heart";
import { NoImage } from "./NoImage";
import { type Loading, Picture } from "./Picture";
import { QuickLook } from "./QuickLook";
import sizes from "./sizes.json";

/** The card's one button; another feature supplies it. */
export type CardAction = ComponentType<{ product: Product; className?: string }>;

/** A finger does not hover: it has no use for the picture that shows then. */
const hovers = typeof window !== "undefined" && window.matchMedia?.("(hover: hover)").matches !== false;

interface ProductCardProps {
  product: Product;
  Action: CardAction;
  load?: Loading;
  heading?: "h2" | "h3";
  /** Stands in the corner of the picture. */
  corner?: ReactNode;
}

export function ProductCard({ product, Action, load, heading: Heading = "h3", corner }: ProductCardProps) {
  const [front, second] = product.images;
  const back = hovers ? second : undefined;
  const to = `/${product.id}`;
  return (
    <article className={`pcard${inStock(product) ? "" : " sold"}`}>
      <Link className={`tile${back ? " two-up" : ""}`} to={to} tabIndex={-1} aria-hidden="true">
        {front ? <Picture image={front} alt="" sizes={sizes.card} load={load} /> : <NoImage />}
        {back && <Picture image={back} alt="" sizes={sizes.card} className="alt" />}
      </Link>
      <div className="quick-place">
        <QuickLook product={product} Action={Action} />
      </div>
      {corner ?? <Heart product={product} className="heart" />}
      <Heading className="name">
        <Link to={to}>{product.name}</Link>
      </Heading>
      <div className="meta num">
        {product.purity} gold, {grams(product.weight)}
      </div>
      <div className="pr">
        <span className="price">{rupees(product.ornamentPrice)}</span>
        {product.discount > 0 && <s className="price-was">{rupees(product.mrp)}</s>}
      </div>
      <Action product={product} />
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
