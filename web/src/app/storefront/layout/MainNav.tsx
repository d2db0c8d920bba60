import { ChevronDown } from "lucide-react";
import { type KeyboardEvent, useRef, useState } from "react";
import { useLocation } from "react-router";
import { useGetCategoriesQuery } from "@/shared/api/catalogue";
import { isFirstLoad } from "@/shared/api/queryState";
import type { Category } from "@/shared/api/types";
import { NoImage } from "@/shared/product/NoImage";
import { Picture } from "@/shared/product/Picture";
import { Link } from "@/shared/ui/Link";
import { categoryPath, collections, maxCategories } from "./navLinks";

export function MainNav() {
  const query = useGetCategoriesQuery();
  const categories = query.data ?? [];
  const { pathname, search } = useLocation();
  const here = pathname + search;
  const links: [string, string][] = [
    ...categories.slice(0, maxCategories).map(({ id, name }): [string, string] => [name, categoryPath(id)]),
    ...collections,
  ];
  // Show all links at once: a late one would shift the others.
  if (isFirstLoad(query)) return <div className="mainnav" />;
  return (
    <nav className="wrap mainnav" aria-label="Main">
      <AllCategories key={here} categories={categories} />
      {links.map(([name, to]) => (
        <Link key={to} to={to} aria-current={here === to || pathname === to ? "page" : undefined}>
          {name}
        </Link>
      ))}
    </nav>
  );
}

function AllCategories({ categories }: { categories: Category[] }) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || !open) return;
    setOpen(false);
    button.current?.focus();
  };
  const onClick = () => {
    setOpen(!open);
    // Safari focuses neither a pressed button nor a pressed link, and without the focus nothing closes the list.
    button.current?.focus();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape and leaving close the list; the button is the control
    <div
      className="allcat"
      onKeyDown={onKeyDown}
      // In Safari a press on the button or a link takes the focus away, which closes the list before the click.
      onMouseDown={(event) => open && event.preventDefault()}
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && setOpen(false)}
    >
      <button ref={button} type="button" aria-expanded={open} aria-controls="all-categories" onClick={onClick}>
        All Categories
        <ChevronDown className="ico ico-16" aria-hidden="true" />
      </button>
      <ul id="all-categories" hidden={!open}>
        <li>
          <Link to="/products">All jewellery</Link>
        </li>
        <li>
          <Link to="/categories">See all categories</Link>
        </li>
        {categories.map(({ id, name, imageUrl, renditions }) => (
          <li key={id}>
            <Link to={categoryPath(id)}>
              {open && (
                <span className="thumb" aria-hidden="true">
                  {imageUrl ? <Picture image={{ imageUrl, renditions }} alt="" sizes="40px" /> : <NoImage />}
                </span>
              )}
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
