import { Heart, LogOut, Menu, Package, Search, ShoppingBag, User } from "lucide-react";
import { useState } from "react";
import { useLocation } from "react-router";
import { useAppSelector } from "@/app/hooks";
import logo from "@/assets/brand/logo.svg";
import { pluralize } from "@/shared/format";
import { selectAuthUser } from "@/shared/session/sessionSlice";
import { useSignOut } from "@/shared/session/useSignOut";
import { Link } from "@/shared/ui/Link";
import { lazyDialog } from "@/shared/ui/lazyPart";
import { CountBadge, isPrerendering, useCartCount, useWishlistCount } from "./ListCounts";
import { MainNav } from "./MainNav";
import { SearchBox } from "./SearchBox";

const Drawer = lazyDialog(() => import("./MenuDrawer").then((file) => file.MenuDrawer));

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
  const { pathname } = useLocation();
  return (
    <nav className="mast-tools" aria-label="Your shop">
      <Link className="tool" to="/wishlist">
        <Heart className="ico ico-24" aria-hidden="true" />
        <CountBadge of={wishes} list="wishlist" />
        Wishlist
      </Link>
      <Link className="tool" to="/my-orders">
        <Package className="ico ico-24" aria-hidden="true" />
        Orders
      </Link>
      <Link className="tool" to={user || isPrerendering ? "/profile" : "/login"}>
        <User className="ico ico-24" aria-hidden="true" />
        <span className="who">{isPrerendering ? "Account" : user ? user.name.split(" ")[0] : "Sign in"}</span>
      </Link>
      {user && pathname === "/profile" && <SignOut />}
      <Link className="tool" to="/shopping-cart">
        <ShoppingBag className="ico ico-24" aria-hidden="true" />
        <CountBadge of={count} list="cart" />
        Cart
      </Link>
    </nav>
  );
}

function SignOut() {
  const { leave, isLeaving } = useSignOut();
  return (
    <button type="button" className="tool" disabled={isLeaving} onClick={leave}>
      <LogOut className="ico ico-24" aria-hidden="true" />
      Sign out
    </button>
  );
}

function PhoneRow() {
  // Navigation closes the menu and the search.
  const { key } = useLocation();
  const [opened, setOpened] = useState<{ on: string; what: "menu" | "search" }>();
  const open = opened?.on === key ? opened.what : undefined;
  const count = useCartCount();
  return (
    <>
      <div className="mast-phone">
        <div className="d-flex">
          <button
            type="button"
            className="btn btn-icon"
            aria-label="Menu"
            onClick={() => setOpened({ on: key, what: "menu" })}
          >
            <Menu className="ico ico-24" aria-hidden="true" />
          </button>
        </div>
        <Link className="logo" to="/">
          <img src={logo} alt="Swarna, home" width="168" height="42" />
        </Link>
        <div className="d-flex justify-content-end">
          <button
            type="button"
            className="btn btn-icon"
            aria-label="Search"
            aria-expanded={open === "search"}
            onClick={() => setOpened(open === "search" ? undefined : { on: key, what: "search" })}
          >
            <Search className="ico ico-24" aria-hidden="true" />
          </button>
          <Link
            className="btn btn-icon"
            to="/shopping-cart"
            aria-label={count ? `Cart, ${pluralize(count, "product")}` : "Cart"}
          >
            <ShoppingBag className="ico ico-24" aria-hidden="true" />
            <CountBadge of={count} list="cart" silent />
          </Link>
        </div>
      </div>
      {open === "search" && (
        <div className="phone-search">
          <SearchBox focused />
        </div>
      )}
      {open === "menu" && <Drawer onClose={() => setOpened(undefined)} />}
    </>
  );
}
