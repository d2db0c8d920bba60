import { Heart, House, ShoppingBag, User } from "lucide-react";
import type { ReactNode } from "react";
import { useMatch } from "react-router";
import { Link } from "@/shared/ui/Link";
import { CountBadge, useCartCount, useWishlistCount } from "./ListCounts";

export function BottomBar() {
  const count = useCartCount();
  const wishes = useWishlistCount();
  return (
    <nav className="bottombar" aria-label="Quick links">
      <Entry to="/">
        <House className="ico ico-24" aria-hidden="true" />
        Home
      </Entry>
      <Entry to="/wishlist">
        <Heart className="ico ico-24" aria-hidden="true" />
        <CountBadge of={wishes} list="wishlist" />
        Wishlist
      </Entry>
      <Entry to="/shopping-cart">
        <ShoppingBag className="ico ico-24" aria-hidden="true" />
        <CountBadge of={count} list="cart" />
        Cart
      </Entry>
      <Entry to="/profile">
        <User className="ico ico-24" aria-hidden="true" />
        Account
      </Entry>
    </nav>
  );
}

function Entry({ to, children }: { to: string; children: ReactNode }) {
  const isOpen = useMatch({ path: to, end: to === "/" });
  return (
    <Link className={isOpen ? "active" : undefined} to={to} aria-current={isOpen ? "page" : undefined}>
      {children}
    </Link>
  );
}
