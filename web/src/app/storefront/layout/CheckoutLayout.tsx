import { CircleHelp, Lock } from "lucide-react";
import logo from "@/assets/brand/logo.svg";
import { Link } from "@/shared/ui/Link";
import { GoldRateBar } from "./GoldRateBar";
import { Layout } from "./Layout";

/** The checkout links only to the home page, to help and to the order. */
export const CheckoutLayout = () => (
  <Layout
    header={
      <>
        <GoldRateBar />
        <CheckoutHeader />
      </>
    }
    footer={<CheckoutFooter />}
  />
);

function CheckoutHeader() {
  return (
    <header className="masthead quiet">
      <div className="wrap">
        <Link className="logo" to="/">
          <img src={logo} alt="Swarna, home" width="168" height="42" />
        </Link>
        <span className="secure">
          <Lock className="ico ico-16" aria-hidden="true" />
          Secure checkout
        </span>
        <Link className="textlink" to="/contact-us">
          <CircleHelp className="ico ico-16" aria-hidden="true" />
          Help
        </Link>
      </div>
    </header>
  );
}

const CheckoutFooter = () => (
  <footer className="quiet-end">
    <div className="wrap">© 2025 Swarna. All prices in Indian rupees.</div>
  </footer>
);
