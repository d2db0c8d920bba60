import { useRef } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import { useAppDispatch, useAppSelector } from "@/app/hooks";
import { useAddToCartMutation, useGetCartQuery } from "@/shared/api/cart";
import { inStock } from "@/shared/api/catalogue";
import type { Product } from "@/shared/api/types";
import { signInPath } from "@/shared/session/returnTo";
import { selectAuthUser } from "@/shared/session/sessionSlice";
import { wishOf } from "@/shared/session/wish";
import { failureShown, toastShown } from "@/shared/toasts/toastsSlice";

/** Add To Cart, then Go To Cart. A visitor is taken to the sign-in and comes back. */
export function CartButton({ product, className = "btn-line" }: { product: Product; className?: string }) {
  const user = useAppSelector(selectAuthUser);
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const location = useLocation();
  const [add, { isLoading }] = useAddToCartMutation();
  const { isInCart } = useGetCartQuery(user?.id ?? 0, {
    skip: !user,
    selectFromResult: ({ data }) => ({ isInCart: data?.some((line) => line.productId === product.id) ?? false }),
  });

  // The button that was pressed is gone: the focus stays where it was, on the way on.
  const wasPressed = useRef(false);
  const takeFocus = (link: HTMLAnchorElement | null) => {
    if (link && wasPressed.current) link.focus({ preventScroll: true });
    wasPressed.current = false;
  };

  if (user && isInCart) {
    return (
      <Link ref={takeFocus} className={`btn btn-primary ${className.replace("btn-line", "")}`} to="/shopping-cart">
        Go To Cart
      </Link>
    );
  }
  if (!inStock(product)) {
    return (
      <button type="button" className="btn btn-line" disabled>
        Out of stock
      </button>
    );
  }
  const onClick = async () => {
    if (!user) return navigate(signInPath("/login", location), { state: { wish: wishOf("cart", product.id) } });
    wasPressed.current = true;
    const { error } = await add({ customerId: user.id, productId: product.id, quantity: 1 });
    if (error) wasPressed.current = false;
    dispatch(
      error ? failureShown(error, "Failed to add product to cart") : toastShown("success", "Product added to cart"),
    );
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
