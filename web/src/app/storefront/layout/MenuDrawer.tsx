import { X } from "lucide-react";
import Modal from "react-bootstrap/Modal";
import { useAppSelector } from "@/app/hooks";
import logo from "@/assets/brand/logo.svg";
import { useGetCategoriesQuery } from "@/shared/api/catalogue";
import { useCloseOnBack } from "@/shared/hooks/useCloseOnBack";
import { selectAuthUser } from "@/shared/session/sessionSlice";
import { useSignOut } from "@/shared/session/useSignOut";
import { Link } from "@/shared/ui/Link";
import { categoryPath, collections } from "./navLinks";
import { SearchBox } from "./SearchBox";

/** The navigation menu on phones. */
export function MenuDrawer({ onClose }: { onClose: () => void }) {
  const { data: categories = [] } = useGetCategoriesQuery();
  const user = useAppSelector(selectAuthUser);
  const { leave, isLeaving } = useSignOut();
  useCloseOnBack(onClose);
  const account: [string, string][] = user
    ? [
        ["My Orders", "/my-orders"],
        ["Wishlist", "/wishlist"],
        ["Profile", "/profile"],
      ]
    : [["Sign in", "/login"]];
  return (
    <Modal show onHide={onClose} className="drawer" aria-label="Menu">
      <div className="drawer-head">
        <img src={logo} alt="Swarna" width="168" height="42" />
        <button type="button" className="btn btn-icon" aria-label="Close the menu" onClick={onClose}>
          <X className="ico ico-24" aria-hidden="true" />
        </button>
      </div>
      <SearchBox />
      <nav aria-label="Menu">
        <Links links={[["All jewellery", "/products"], ...collections]} />
        <h2>Categories</h2>
        <Links links={categories.map(({ id, name }) => [name, categoryPath(id)])} />
        <h2>Your account</h2>
        <Links links={account} />
        {user && (
          <button type="button" className="plain" disabled={isLeaving} onClick={leave}>
            Sign out
          </button>
        )}
        <h2>The house</h2>
        <Links
          links={[
            ["About Us", "/about-us"],
            ["Contact Us", "/contact-us"],
          ]}
        />
      </nav>
    </Modal>
  );
}

function Links({ links }: { links: [string, string][] }) {
  return (
    <ul>
      {links.map(([name, to]) => (
        <li key={to}>
          <Link to={to}>{name}</Link>
        </li>
      ))}
    </ul>
  );
}
