import { Heart, House, ShoppingBag, User } from "lucide-react";
import { NavLink } from "react-router";
import { CountBadge, useCartCount, useWishlistCount } from "./ListCounts";

export function BottomBar() {
  const count = useCartCount();
  const wishes = useWishlistCount();
  return (
    <nav className="bottombar" aria-label="Quick links">
      <NavLink to="/" end>
        <House className="ico ico-24" aria-hidden="true" />
        Home
      </NavLink>
      <NavLink to="/wishlist">
        <Heart className="ico ico-24" aria-hidden="true" />
        <CountBadge of={wishes} list="wishlist" />
        Wishlist
      </NavLink>
      <NavLink to="/shopping-cart">
        <ShoppingBag className="ico ico-24" aria-hidden="true" />
        <CountBadge of={count} list="cart" />
        Cart
      </NavLink>
      <NavLink to="/profile">
        <User className="ico ico-24" aria-hidden="true" />
        Account
      </NavLink>
    </nav>
  );
}
