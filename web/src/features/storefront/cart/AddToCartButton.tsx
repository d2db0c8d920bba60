import { useRef } from "react";
import { useAppDispatch, useAppSelector } from "@/app/hooks";
import { useAddToCartMutation, useGetCartQuery } from "@/shared/api/cart";
import { inStock } from "@/shared/api/catalogue";
import type { Product } from "@/shared/api/types";
import { cartToast } from "@/shared/product/resultToasts";
import { selectAuthUser } from "@/shared/session/sessionSlice";
import { useSignInFor } from "@/shared/session/useSignInFor";
import { Link } from "@/shared/ui/Link";
import { lazyPart } from "@/shared/ui/lazyPart";

// Few products are out of stock, so the first load does without it.
const NotifyButton = lazyPart(
  () => import("@/shared/product/NotifyButton").then((module) => module.NotifyButton),
  SoldOut,
  <SoldOut />,
);

interface AddToCartButtonProps {
  product: Product;
  /** The chosen size, whose figures the product has. Without one, a product with sizes is chosen on its page. */
  size?: string | null;
  className?: string;
}

/** Adds the product to the cart, then links to the cart. A visitor signs in first and returns. */
export function AddToCartButton({ product, size, className = "btn-line" }: AddToCartButtonProps) {
  const user = useAppSelector(selectAuthUser);
  const dispatch = useAppDispatch();
  const signIn = useSignInFor("cart", product.id, size);
  const [add, { isLoading, data: added }] = useAddToCartMutation();
  const { isInCart } = useGetCartQuery(user?.id ?? 0, {
    skip: !user,
    // The cart may still be loading when the button is pressed.
    selectFromResult: ({ data = added ? [added] : [] }) => ({
      isInCart: data.some((line) => line.productId === product.id && (!size || line.size === size)),
    }),
  });

  // The pressed button is replaced by the link, which takes over the focus.
  const shouldFocusLink = useRef(false);
  const takeFocus = (link: HTMLAnchorElement | null) => {
    if (link && shouldFocusLink.current) link.focus({ preventScroll: true });
    shouldFocusLink.current = false;
  };

  if (!inStock(product)) {
    if (product.status !== "active") return <SoldOut />;
    return <NotifyButton product={product} size={size} className={className} />;
  }
  if (user && isInCart) {
    return (
      <Link ref={takeFocus} className={`btn btn-primary ${className.replace("btn-line", "")}`} to="/shopping-cart">
        Go To Cart
      </Link>
    );
  }
  if (!size && product.sizes?.length) {
    return (
      <Link className={`btn ${className}`} to={`/${product.id}`} aria-label={`Choose size, ${product.name}`}>
        Choose size
      </Link>
    );
  }
  const onClick = async () => {
    if (!user) return signIn();
    shouldFocusLink.current = true;
    const { error } = await add({ customerId: user.id, productId: product.id, quantity: 1, ...(size && { size }) });
    if (error) shouldFocusLink.current = false;
    dispatch(cartToast(error));
  };
  return (
    <button
      type="button"
      className={`btn ${className}`}
      aria-label={`Add To Cart, ${product.name}`}
      aria-disabled={isLoading}
      onClick={() => void (isLoading || onClick())}
    >
      {isLoading && <span className="spin" aria-hidden="true" />}
      Add To Cart
    </button>
  );
}

function SoldOut() {
  return (
    <button type="button" className="btn btn-line" disabled>
      Out of stock
    </button>
  );
}
