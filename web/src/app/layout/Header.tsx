import { Heart, Menu, Package, ShoppingBag, User } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { Link, useLocation } from "react-router";
import logo from "@/assets/brand/logo.svg";
import { selectAuthUser } from "@/shared/session/sessionSlice";
import { useAppSelector } from "../hooks";
import { Count, useCartCount, useWishlistCount } from "./counts";
import { MainNav } from "./MainNav";
import { SearchBox } from "./SearchBox";

const Drawer = lazy(() => import("./Drawer").then((file) => ({ default: file.Drawer })));

export function Header() {
  return (
    <header className="masthead">
      <div className="wrap mast-row">
        <SearchBox />
        <Link className="logo" to="/">
          <img src={logo} alt="Swarna, home" width="232" height="58" />
        </Link>
        <Tools />
      </div>
      <MainNav />
      <PhoneRow />
    </header>
  );
}

function Tools() {
  const user = useAppSelector(selectAuthUser);
  const count = useCartCount();
  const wishes = useWishlistCount();
  return (
    <nav className="mast-tools" aria-label="Your shop">
      <Link className="tool" to="/wishlist">
        <Heart className="ico ico-24" aria-hidden="true" />
        <Count of={wishes} />
        Wishlist
      </Link>
      <Link className="tool" to="/my-orders">
        <Package className="ico ico-24" aria-hidden="true" />
        Orders
      </Link>
      <Link className="tool" to={user ? "/profile" : "/login"}>
        <User className="ico ico-24" aria-hidden="true" />
        <span className="who">{user ? user.name.split(" ")[0] : "Sign in"}</span>
      </Link>
      <Link className="tool" to="/shopping-cart">
        <ShoppingBag className="ico ico-24" aria-hidden="true" />
        <Count of={count} />
        Cart
      </Link>
    </nav>
  );
}

function PhoneRow() {
  // Each page closes the drawer that was opened on another.
  const { key } = useLocation();
  const [openOn, setOpenOn] = useState<string | null>(null);
  const count = useCartCount();
  return (
    <div className="mast-phone">
      <div className="d-flex">
        <button type="button" className="btn btn-icon" aria-label="Menu" onClick={() => setOpenOn(key)}>
          <Menu className="ico ico-24" aria-hidden="true" />
        </button>
      </div>
      <Link className="logo" to="/">
        <img src={logo} alt="Swarna, home" width="168" height="42" />
      </Link>
      <div className="d-flex justify-content-end">
        <Link className="btn btn-icon" to="/shopping-cart" aria-label={count ? `Cart, ${count} pieces` : "Cart"}>
          <ShoppingBag className="ico ico-24" aria-hidden="true" />
          <Count of={count} silent />
        </Link>
      </div>
      {openOn === key && (
        <Suspense>
          <Drawer onClose={() => setOpenOn(null)} />
        </Suspense>
      )}
    </div>
  );
}
