import hero1wide from "@/assets/banners/hero-1-1440.webp";
import hero1 from "@/assets/banners/hero-1-2000.webp";
import hero2wide from "@/assets/banners/hero-2-1440.webp";
import hero2 from "@/assets/banners/hero-2-2000.webp";
import hero3wide from "@/assets/banners/hero-3-1440.webp";
import hero3 from "@/assets/banners/hero-3-2000.webp";

export interface Slide {
  image: string;
  srcSet: string;
  alt: string;
  /** The colour of the photograph, which decides the colour of the text. */
  tone: "ivory" | "maroon" | "emerald";
  eyebrow: string;
  title: string;
  text: string;
  action: string;
  to: string;
  /** Leads to this category where the shop has it. */
  category?: string;
}

const widths = (small: string, large: string) => `${small} 1440w, ${large} 2000w`;

export const slides: Slide[] = [
  {
    image: hero1,
    srcSet: widths(hero1wide, hero1),
    alt: "Bridal bangles, rings and wedding bands on ivory plinths",
    tone: "ivory",
    eyebrow: "The wedding house",
    title: "Gold for the days you keep",
    text: "Bangles, bands and bridal sets in 22k, each one priced by the gold rate of the day.",
    action: "See Wedding Jewellery",
    to: "/wedding-jewellery",
  },
  {
    image: hero2,
    srcSet: widths(hero2wide, hero2),
    alt: "A ruby choker with pearls, a maang tikka, a ring and a nath on maroon",
    tone: "maroon",
    eyebrow: "Royal necklaces",
    title: "Rubies, pearls and a silk cord",
    text: "Chokers, layered sets and harams, made to be handed on.",
    action: "See Necklaces",
    category: "Necklaces",
    to: "/products",
  },
  {
    image: hero3,
    srcSet: widths(hero3wide, hero3),
    alt: "A temple coin haram, chandbali earrings and a ruby ring on emerald green",
    tone: "emerald",
    eyebrow: "The price of the day",
    title: "Nothing hidden in between",
    text: "The gold rate, the weight, the making and the wastage, line by line under every piece.",
    action: "See all jewellery",
    to: "/products",
  },
];
