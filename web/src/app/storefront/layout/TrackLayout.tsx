import logo from "@/assets/brand/logo.svg";
import { Link } from "@/shared/ui/Link";
import { GoldRateBar } from "./GoldRateBar";
import { Layout } from "./Layout";

/** The layout of the page of a tracking link, which anyone may open. */
export const TrackLayout = () => <Layout header={<TrackHeader />} footer={<TrackFooter />} />;

const TrackHeader = () => (
  <>
    <GoldRateBar />
    <header className="masthead quiet">
      <div className="wrap">
        <Link className="logo" to="/">
          <img src={logo} alt="Swarna, home" width="168" height="42" />
        </Link>
        <span />
        <Link className="textlink" to="/login">
          Sign in
        </Link>
      </div>
    </header>
  </>
);

const TrackFooter = () => (
  <footer className="quiet-end">
    <div className="wrap">
      © 2025 Swarna. Questions about a parcel? <Link to="/contact-us">Ask us.</Link>
    </div>
  </footer>
);
