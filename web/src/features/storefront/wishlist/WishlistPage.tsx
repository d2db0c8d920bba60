import { Heart } from "lucide-react";
import type { AuthUser, WishlistEntry } from "@/shared/api/types";
import { useGetWishlistQuery } from "@/shared/api/wishlist";
import { pluralize } from "@/shared/format";
import { usePageTitle } from "@/shared/hooks/usePageTitle";
import { type CardAction, CardSkeletons, ProductCard } from "@/shared/product/ProductCard";
import { BestSellers, SuggestedPieces, shortList } from "@/shared/product/SuggestedPieces";
import { Breadcrumbs } from "@/shared/ui/Breadcrumbs";
import { EmptyState } from "@/shared/ui/EmptyState";
import { Link } from "@/shared/ui/Link";
import { LoadError } from "@/shared/ui/LoadError";
import { RemoveFromWishlistButton } from "./RemoveFromWishlistButton";

export function WishlistPage({ user, Action }: { user: AuthUser; Action: CardAction }) {
  usePageTitle("My Wishlist");
  const { data: entries, error, refetch } = useGetWishlistQuery(user.id);
  return (
    <div className="wrap pb-6">
      <Breadcrumbs here="My Wishlist" />
      <div className="page-title">
        <h1>My Wishlist</h1>
        <span className="muted num" role="status">
          {entries?.length ? pluralize(entries.length, "piece") : "\u00a0"}
        </span>
      </div>
      {error && !entries ? (
        <LoadError title="Failed to load wishlist" error={error} onRetry={refetch} />
      ) : entries?.length === 0 ? (
        <>
          <EmptyState
            icon={Heart}
            title="Your wishlist is empty."
            text="Touch the heart on a piece, and it waits here at the price of the day."
          >
            <Link className="btn btn-primary" to="/products">
              See all jewellery
            </Link>
          </EmptyState>
          <div className="pt-6">
            <SuggestedPieces Action={Action} />
          </div>
        </>
      ) : (
        <>
          <div className="pgrid" aria-busy={!entries}>
            {entries ? (
              entries.map((entry) => (
                <ProductCard
                  key={entry.wishlistId}
                  product={entry.product}
                  size={presentSize(entry)}
                  Action={Action}
                  heading="h2"
                  corner={<RemoveFromWishlistButton entry={entry} />}
                />
              ))
            ) : (
              <CardSkeletons count={4} />
            )}
          </div>
          {entries && entries.length < shortList && (
            <div className="pt-6">
              <BestSellers Action={Action} title="You may also like" without={entries.map(({ product }) => product)} />
            </div>
          )}
        </>
      )}
    </div>
  );
}

/** The wished size, if the product still comes in it. Otherwise the card offers to choose one. */
function presentSize({ product, size }: WishlistEntry) {
  return product.sizes.some(({ label }) => label === size) ? size : null;
}
