import { Headset, Truck, Undo2 } from "lucide-react";
import picture from "@/assets/banners/about-us.webp";
import { useGetContactQuery } from "@/shared/api/contact";
import { usePageTitle } from "@/shared/hooks/usePageTitle";
import { guaranteePromise } from "@/shared/orders/returnTexts";
import { Breadcrumbs } from "@/shared/ui/Breadcrumbs";
import { Link } from "@/shared/ui/Link";
import { ServicePromises } from "@/shared/ui/ServicePromises";
import { TeamCarousel } from "./TeamCarousel";

const promisesOf = (returnDays: number) => [
  { icon: Truck, title: "Free delivery", text: "On EU orders above $90" },
  ...(returnDays > 0 ? [{ icon: Undo2, ...guaranteePromise(returnDays) }] : []),
  { icon: Headset, title: "24/7", text: "Online support" },
];

export function AboutPage() {
  usePageTitle("About Us");
  const returnDays = useGetContactQuery().data?.returnDays ?? 0;
  return (
    <div className="wrap">
      <Breadcrumbs here="About Us" />
      <div className="about">
        <div>
          <h1>About Us</h1>
          <p className="lede">Gold has a price of the day. We show it, and everything that comes on top of it.</p>
          <p className="muted">
            Each piece at Swarna is 22k gold, weighed to ten milligrams. Its price is the day's rate times its weight,
            then the making and the wastage, line by line. When you order, the price stays as it is.
          </p>
          <Link className="btn btn-primary" to="/products">
            See all jewellery
          </Link>
        </div>
        <img src={picture} alt="Bangles and rings on ivory" width="1200" height="800" fetchPriority="high" />
      </div>
      <ServicePromises promises={promisesOf(returnDays)} className="three" />
      <TeamCarousel />
    </div>
  );
}
