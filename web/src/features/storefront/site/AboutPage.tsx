import { Headset, Truck, Undo2 } from "lucide-react";
import picture from "@/assets/banners/about-us.webp";
import { usePageTitle } from "@/shared/hooks/usePageTitle";
import { Breadcrumbs } from "@/shared/ui/Breadcrumbs";
import { Link } from "@/shared/ui/Link";
import { ServicePromises } from "@/shared/ui/ServicePromises";
import { TeamCarousel } from "./TeamCarousel";

const promises = [
  { icon: Truck, title: "Free delivery", text: "On EU orders above $90" },
  { icon: Undo2, title: "30 days", text: "Money-back guarantee" },
  { icon: Headset, title: "24/7", text: "Online support" },
];

export function AboutPage() {
  usePageTitle("About Us");
  return (
    <div className="wrap">
      <Breadcrumbs here="About Us" />
      <div className="about">
        <div>
          <h1>About Us</h1>
          <p className="lede">Gold has a price of the day. We show it, and everything that comes on top of it.</p>
          <p className="muted">
            Each piece at Swarna is 22k gold, weighed to the milligram. Its price is the day's rate times its weight,
            then the making and the wastage, line by line. When you order, the price stays as it is.
          </p>
          <Link className="btn btn-primary" to="/products">
            See all jewellery
          </Link>
        </div>
        <img src={picture} alt="Bangles and rings on ivory" width="1200" height="800" fetchPriority="high" />
      </div>
      <ServicePromises promises={promises} className="three" />
      <TeamCarousel />
    </div>
  );
}
