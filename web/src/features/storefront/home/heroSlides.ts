import hero1w960avif from "@/assets/banners/hero-1-960.avif";
import hero1w1440avif from "@/assets/banners/hero-1-1440.avif";
import hero1w1440webp from "@/assets/banners/hero-1-1440.webp";
import hero1w2000avif from "@/assets/banners/hero-1-2000.avif";
import hero1w2000webp from "@/assets/banners/hero-1-2000.webp";
import hero1phone840 from "@/assets/banners/hero-1-phone-840.avif";
import hero1phone1270 from "@/assets/banners/hero-1-phone-1270.avif";
import hero2w960avif from "@/assets/banners/hero-2-960.avif";
import hero2w1440avif from "@/assets/banners/hero-2-1440.avif";
import hero2w1440webp from "@/assets/banners/hero-2-1440.webp";
import hero2w2000avif from "@/assets/banners/hero-2-2000.avif";
import hero2w2000webp from "@/assets/banners/hero-2-2000.webp";
import hero2phone840 from "@/assets/banners/hero-2-phone-840.avif";
import hero2phone1270 from "@/assets/banners/hero-2-phone-1270.avif";
import hero3w960avif from "@/assets/banners/hero-3-960.avif";
import hero3w1440avif from "@/assets/banners/hero-3-1440.avif";
import hero3w1440webp from "@/assets/banners/hero-3-1440.webp";
import hero3w2000avif from "@/assets/banners/hero-3-2000.avif";
import hero3w2000webp from "@/assets/banners/hero-3-2000.webp";
import hero3phone840 from "@/assets/banners/hero-3-phone-840.avif";
import hero3phone1270 from "@/assets/banners/hero-3-phone-1270.avif";

export interface Slide {
  image: string;
  /** `phone` is a crop for phones with the same height. */
  srcSet: { avif: string; webp: string; phone: string };
  alt: string;
  /** The background colour of the photograph; it decides the text colour. */
  tone: "ivory" | "maroon" | "emerald";
  eyebrow: string;
  title: string;
  text: string;
  action: string;
  to: string;
  /** Links to this category, if the shop has it. */
  category?: string;
}

type Widths = Record<number, string>;
const list = (widths: Widths) =>
  Object.entries(widths)
    .map(([width, address]) => `${address} ${width}w`)
    .join(", ");
const sources = (avif: Widths, webp: Widths, phone: Widths) => ({
  avif: list(avif),
  webp: list(webp),
  phone: list(phone),
});

export const slides: Slide[] = [
  {
    image: hero1w1440webp,
    srcSet: sources(
      { 960: hero1w960avif, 1440: hero1w1440avif, 2000: hero1w2000avif },
      { 1440: hero1w1440webp, 2000: hero1w2000webp },
      { 840: hero1phone840, 1270: hero1phone1270 },
    ),
    alt: "Bridal bangles, rings and wedding bands on ivory plinths",
    tone: "ivory",
    eyebrow: "The wedding house",
    title: "Gold for the days you keep",
    text: "Bangles, bands and bridal sets in 22k, each one priced by the gold rate of the day.",
    action: "See Wedding Jewellery",
    to: "/wedding-jewellery",
  },
  {
    image: hero2w1440webp,
    srcSet: sources(
      { 960: hero2w960avif, 1440: hero2w1440avif, 2000: hero2w2000avif },
      { 1440: hero2w1440webp, 2000: hero2w2000webp },
      { 840: hero2phone840, 1270: hero2phone1270 },
    ),
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
    image: hero3w1440webp,
    srcSet: sources(
      { 960: hero3w960avif, 1440: hero3w1440avif, 2000: hero3w2000avif },
      { 1440: hero3w1440webp, 2000: hero3w2000webp },
      { 840: hero3phone840, 1270: hero3phone1270 },
    ),
    alt: "A temple coin haram, chandbali earrings and a ruby ring on emerald green",
    tone: "emerald",
    eyebrow: "The price of the day",
    title: "Nothing hidden in between",
    text: "The gold rate, the weight, the making and the wastage, line by line under every piece.",
    action: "See all jewellery",
    to: "/products",
  },
];
