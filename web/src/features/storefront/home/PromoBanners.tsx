import { ArrowRight } from "lucide-react";
import promo1small from "@/assets/banners/promo-1-700.webp";
import promo1 from "@/assets/banners/promo-1-1200.webp";
import promo2small from "@/assets/banners/promo-2-700.webp";
import promo2 from "@/assets/banners/promo-2-1200.webp";
import { useGetTopProductsQuery } from "@/shared/api/catalogue";
import { Link } from "@/shared/ui/Link";

const promos = [
  {
    name: "Maharani Royal Layered Set",
    look: "dark",
    image: promo1,
    srcSet: `${promo1small} 700w, ${promo1} 1200w`,
    title: "The Maharani layered set",
    action: "See the set",
  },
  {
    name: "Lakshmi Kasu Haram",
    look: "ivory",
    image: promo2,
    srcSet: `${promo2small} 700w, ${promo2} 1200w`,
    title: "Temple gold, coin by coin",
    action: "See Kasu Haram",
  },
];

/** Two banners of necklaces. */
export function PromoBanners() {
  return (
    <section className="wrap promos" aria-label="Royal necklaces">
      {promos.map((promo) => (
        <PromoBanner key={promo.name} {...promo} />
      ))}
    </section>
  );
}

/**
 * If the shop no longer has the product, the banner links to all products. The search also finds similar names, which
 * would be another product than the one shown.
 */
function PromoBanner({ name, look, image, srcSet, title, action }: (typeof promos)[number]) {
  const { data } = useGetTopProductsQuery({ search: name, sort: "bestMatch", limit: 2 });
  const piece = data?.products.find((product) => product.name === name);
  return (
    <Link className={`promo ${look}`} to={piece ? `/${piece.id}` : "/products"}>
      <img
        src={image}
        srcSet={srcSet}
        sizes="(min-width: 992px) 648px, 100vw"
        alt=""
        width="1200"
        height="700"
        loading="lazy"
      />
      <div className="in">
        <span className="eyebrow">Royal necklaces</span>
        <h3>{title}</h3>
        <span className="textlink">
          {piece ? action : "See all jewellery"} <ArrowRight className="ico ico-16" aria-hidden="true" />
        </span>
      </div>
    </Link>
  );
}
