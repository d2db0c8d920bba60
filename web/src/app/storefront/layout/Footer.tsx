import { ChevronDown } from "lucide-react";
import { useId, useState } from "react";
import logo from "@/assets/brand/logo-light.svg";
import { useGetCategoriesQuery, useGetGoldRatesQuery } from "@/shared/api/catalogue";
import { useGetContactQuery } from "@/shared/api/contact";
import { day, rupees } from "@/shared/format";
import { policies } from "@/shared/head/pages";
import { Link } from "@/shared/ui/Link";
import { ChatLink } from "./ChatLink";
import { NewsletterForm } from "./NewsletterForm";
import { categoryPath, collections, maxCategories } from "./navLinks";

export function Footer() {
  const { data: categories = [] } = useGetCategoriesQuery();
  const { data: rates } = useGetGoldRatesQuery();
  const rate = rates?.[0];
  return (
    <footer className="footer">
      <div className="wrap">
        <div>
          <img className="house" src={logo} alt="Swarna" width="240" height="60" loading="lazy" />
          <p>
            22k gold jewellery, priced each day by the gold rate, the weight and the work. Nothing hidden in between.
          </p>
          <NewsletterForm />
        </div>
        <Column title="Shop" links={[["All jewellery", "/products"], ...collections]} />
        <Column
          title="Categories"
          links={[
            ["All Categories", "/categories"],
            ...categories.slice(0, maxCategories).map(({ id, name }): [string, string] => [name, categoryPath(id)]),
          ]}
        />
        <Column
          title="Your account"
          links={[
            ["My Orders", "/my-orders"],
            ["Wishlist", "/wishlist"],
            ["Shopping Cart", "/shopping-cart"],
            ["Profile", "/profile"],
          ]}
        />
        <Column
          title="The house"
          links={[
            ["About Us", "/about-us"],
            ["Contact Us", "/contact-us"],
            ...policies.map(({ title, path }): [string, string] => [title, `/${path}`]),
          ]}
        />
      </div>
      <div className="fine">
        <div className="wrap">
          <span>© 2025 Swarna. All prices in Indian rupees.</span>
          <Business />
          {rate && (
            <span className="num">
              22k on {day(rate.date)}: {rupees(rate.r22kRate)} /gm
            </span>
          )}
          <button type="button" className="aslink" onClick={backToTop}>
            Back to top
          </button>
        </div>
      </div>
      <ChatLink />
    </footer>
  );
}

/** The shop's GSTIN, phone, opening hours and grievance officer, as far as they are set. */
function Business() {
  const { phone, hours, grievanceOfficer, gstin } = useGetContactQuery().data ?? {};
  const facts = [
    gstin && `GSTIN ${gstin}`,
    phone && `Phone ${phone}`,
    hours,
    grievanceOfficer && `Grievance officer: ${grievanceOfficer}`,
  ].filter(Boolean);
  return (
    facts.length > 0 && (
      <div className="num facts">
        {facts.map((fact) => (
          <span key={fact}>{fact}</span>
        ))}
      </div>
    )
  );
}

function backToTop() {
  window.scrollTo({ top: 0 });
  document.getElementById("content")?.focus({ preventScroll: true });
}

/** A group of links. On a phone its heading is a button that shows and hides them. */
function Column({ title, links }: { title: string; links: [string, string][] }) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <nav aria-label={title} className={isOpen ? "open" : undefined}>
      <h2>
        <span>{title}</span>
        <button type="button" aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
          {title}
          <ChevronDown className="ico ico-16" aria-hidden="true" />
        </button>
      </h2>
      <div id={id}>
        {links.map(([name, to]) => (
          <Link key={to} to={to}>
            {name}
          </Link>
        ))}
      </div>
    </nav>
  );
}
