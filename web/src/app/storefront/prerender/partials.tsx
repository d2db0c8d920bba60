/**
 * The parts of a page that repeat or depend on data, as Jinja macros for the server. They are rendered by the pages' own
 * components with sample values, which are replaced by Jinja expressions.
 */
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { StaticRouter } from "react-router";
import { CategoryTile } from "@/features/storefront/home/CategoryTiles";
import { AddressCard } from "@/shared/addresses/AddressCard";
import type { Address, Category, Product } from "@/shared/api/types";
import { grams, rupees } from "@/shared/format";
import { NoImage } from "@/shared/product/NoImage";
import { type Loading, Picture } from "@/shared/product/Picture";
import { ProductCardLayout } from "@/shared/product/ProductCard";
import { product } from "@/shared/test/fixtures";

const id = 987_654;
const [width, height] = [777_771, 777_772];
const [webp, avif] = ["/a.webp", "/a.avif"];
const noImage = renderToStaticMarkup(<NoImage />);

const sampleProduct: Product = {
  ...product({ id, name: "{{ product.name }}", weight: 12.34, mrp: 3_000_003, ornamentPrice: 2_000_002, discount: 1 }),
  ...{ purity: "{{ product.purity }}" as Product["purity"], stockAvailability: "no", stockLeft: 3, images: [] },
};
const sampleCategory: Category = {
  ...{ id, code: "C", name: "{{ category.name }}", imageUrl: "", imageStatus: "ready", renditions: [] },
};

const sampleAddress: Address = {
  ...{ id, customerId: id, isDefault: true, createdAt: "", updatedAt: "" },
  ...{ name: "{{ address.name }}", address: "{{ address.address }}", city: "{{ address.city }}" },
  ...{ state: "{{ address.state }}", country: "{{ address.country }}", zip_code: "{{ address.zip_code }}" },
  phone: "{{ address.phone }}",
};

/** Returns the macros: `picture`, `card`, `category_tile` and `address`. */
export const renderPartials = () => [pictureMacro(), cardMacro(), categoryTileMacro(), addressMacro()].join("\n");

function pictureMacro(): string {
  const variant = (load: Loading) => choose("image.renditions", pictureOf(load, true), pictureOf(load, false));
  const byLoading = choose(
    'load == "first"',
    variant("first"),
    choose('load == "early"', variant("early"), variant("late")),
  );
  return macro("picture(image, alt, sizes, load)", choose("image is none", noImage, byLoading));
}

function pictureOf(load: Loading, hasRenditions: boolean): string {
  const renditions = hasRenditions ? [{ width: 320, webp, avif }] : [];
  const image = { imageUrl: "{{ image.imageUrl }}", width, height, renditions };
  return markupOf(<Picture image={image} alt="{{ alt }}" sizes="{{ sizes }}" load={load} />, {
    [width]: "{{ image.width | default(1000, true) }}",
    [height]: "{{ image.height | default(1000, true) }}",
    ...(hasRenditions && {
      [`${webp} 320w`]: '{{ image | srcset("webp") }}',
      [`${avif} 320w`]: '{{ image | srcset("avif") }}',
    }),
    ...(load === "first" && { 'fetchPriority="high"': 'fetchPriority="high" elementtiming="first"' }),
  });
}

function cardMacro(): string {
  const button = (
    <span className="btn sk" aria-hidden="true">
      &nbsp;
    </span>
  );
  const card = <ProductCardLayout product={sampleProduct} heading="h3" images={<NoImage />} action={button} />;
  const markup = markupOf(card, {
    [noImage]: '{{ picture(product.images | first | default(none), "", sizes, load) }}',
    [id]: "{{ product.id }}",
    "<h3": "<{{ heading }}",
    "</h3": "</{{ heading }}",
    '"pcard sold"': '"pcard{{ "" if product | is_in_stock else " sold" }}"',
    [grams(sampleProduct.weight)]: "{{ product.weight | grams }}",
    [rupees(sampleProduct.ornamentPrice)]: "{{ product.ornamentPrice | rupees }}",
    [`<s class="price-was">${rupees(sampleProduct.mrp)}</s>`]:
      '{% if product.discount %}<s class="price-was">{{ product.mrp | rupees }}</s>{% endif %}',
    '<span class="left">Only 3 left</span>':
      '{% if product.stockLeft %}<span class="left">Only {{ product.stockLeft }} left</span>{% endif %}',
  });
  return macro("card(product, sizes, load, heading)", markup);
}

function categoryTileMacro(): string {
  const tile = markupOf(<CategoryTile category={sampleCategory} counts={undefined} sizes="" />, {
    [noImage]: '{{ picture(category if category.imageUrl else none, "", sizes, "late") }}',
    [id]: "{{ category.id }}",
    "\u00a0":
      '{% if pieces is none %}&nbsp;{% else %}{{ pieces | grouped }} {{ "piece" if pieces == 1 else "pieces" }}{% endif %}',
  });
  return macro("category_tile(category, pieces, sizes)", tile);
}

/** The chosen address of the checkout. */
export const SampleAddress = () => (
  <AddressCard
    address={sampleAddress}
    choice={{ selectedId: id, onSelect: () => {}, onEditing: () => {} }}
    wasOpen={false}
    onEdit={() => {}}
    onRemove={() => {}}
  />
);

function addressMacro(): string {
  const phone = `<br/>${sampleAddress.phone}`;
  const note = '<span class="micro muted d-block mt-1">Default address</span>';
  const markup = markupOf(<SampleAddress />, {
    '"addr on"': '"addr{{ " on" if is_chosen }}"',
    ' checked=""': '{{ " checked" if is_chosen }}',
    "<input": "<input inert",
    "<button": "<button inert",
    [phone]: `{% if address.phone %}${phone}{% endif %}`,
    [note]: `{% if address.isDefault %}${note}{% endif %}`,
  });
  return macro("address(address, is_chosen)", markup);
}

/** Attributes that React adds and the server's pages do not need. */
const superfluous = /<link rel="preload"[^>]*>| fetchPriority="auto"/g;

/** Renders the element and replaces the sample values, each of which must occur. */
function markupOf(element: ReactNode, expressions: Record<string, string>): string {
  let markup = renderToStaticMarkup(<StaticRouter location="/">{element}</StaticRouter>).replace(superfluous, "");
  for (const [sample, expression] of Object.entries(expressions)) {
    if (!markup.includes(sample)) throw new Error(`The markup does not contain ${sample}: ${markup}`);
    markup = markup.replaceAll(sample, () => expression);
  }
  return markup;
}

const macro = (signature: string, body: string) => `{% macro ${signature} -%}${body}{%- endmacro %}`;
const choose = (condition: string, whenTrue: string, whenFalse: string) =>
  `{% if ${condition} %}${whenTrue}{% else %}${whenFalse}{% endif %}`;
