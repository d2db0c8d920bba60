/**
 * What a page looks like before its scripts run, drawn by the pages' own components when the web is built. The server
 * fills the slots. Where a component shows data, it is given a sample whose values are slots or turn into them.
 */
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { prerender } from "react-dom/static";
import { Provider } from "react-redux";
import { Route, Routes, StaticRouter } from "react-router";
import { CartButton } from "@/features/cart/CartButton";
import { homeShelf } from "@/features/catalogue/homeLists";
import { ListPage } from "@/features/catalogue/ListPage";
import { ProductSkeleton } from "@/features/catalogue/ProductSkeleton";
import { NewsletterFrame } from "@/features/house/NewsletterFrame";
import { api } from "@/shared/api/api";
import type { ContactOut } from "@/shared/api/schema";
import type { Category, GoldRate, ProductImage, ProductList } from "@/shared/api/types";
import { day, rupees } from "@/shared/format";
import { house } from "@/shared/house";
import { product } from "@/shared/test/fixtures";
import { Crumbs } from "@/shared/ui/Crumbs";
import { CardSkeletons } from "@/shared/ui/ProductCard";
import { Layout } from "../layout/Layout";
import { NotFoundPage } from "../NotFoundPage";
import { StorefrontRoutes } from "../routes";
import { makeStore } from "../store";
import { OwnFrame } from "./OwnFrame";

type Entries = Parameters<typeof api.util.upsertQueryEntries>[0];

const slot = (name: string) => `{{${name}}}`;

const sampleRate: GoldRate = { id: 1, r22kRate: 22_220_022, r24kRate: 24_240_024, date: "2001-02-03" };
const sampleCategory: Category = {
  ...{ id: 987_654, code: "C", name: "A kind of ornament" },
  ...{ imageUrl: "/a-kind.webp", imageStatus: "ready" as const, renditions: [] },
};
const image = (id: number): ProductImage => ({
  ...{ id, productId: 987_654, type: "gallery", imageUrl: "/a.webp", width: 1000, height: 1000, placeholder: null },
  status: "ready",
  renditions: [{ width: 320, webp: "/a-320.webp", avif: "/a-320.avif" }],
});
const samplePiece = product({ id: 987_654, discount: 1, images: [image(1), image(2)] });
const sampleList: ProductList = { products: [samplePiece], nextCursor: "more", total: 13, facets: null };

const sampleContact: ContactOut = {
  chatNumber: "15550000000",
  socialLinks: [{ name: "A", url: "https://a.invalid/" }],
};

const always = [
  { endpointName: "getCategories", arg: undefined, value: [sampleCategory] },
  { endpointName: "getGoldRates", arg: undefined, value: [sampleRate] },
] as unknown as Entries;
const everything = [
  { endpointName: "getContact", arg: undefined, value: sampleContact },
  { endpointName: "getProduct", arg: samplePiece.id, value: samplePiece },
  { endpointName: "getShelf", arg: homeShelf("bestSelling"), value: sampleList },
  { endpointName: "getProductList", arg: "sort=newest", value: { pages: [sampleList], pageParams: [null] } },
] as unknown as Entries;

interface Drawn {
  /** With slots for what the server fills in. */
  markup: string;
  /** With everything in place that the page's first render shows, for the styles that it needs. */
  looks: string;
  /** The file of the page's own component. */
  page?: string;
}

/** Each template, by name. */
export async function drawAll(): Promise<Record<string, Drawn>> {
  const list = <ListPage collection={{ title: slot("title") }} Action={CartButton} />;
  const piece = (
    <ProductSkeleton
      crumbs={<Crumbs trail={[[slot("category"), `/products?categoryId=${slot("categoryId")}`]]} here={slot("name")} />}
      picture={slot("picture")}
      thumbs={slot("thumbs")}
      summary={slot("summary")}
    />
  );
  return {
    home: await drawn(<StorefrontRoutes />, { path: "/", page: "catalogue/HomePage" }),
    list: await drawn(inTheShop(list), { path: "/products", page: "catalogue/ListPage" }),
    product: await drawn(inTheShop(piece), { path: `/${samplePiece.id}`, page: "catalogue/ProductPage" }),
    categories: await drawn(<StorefrontRoutes />, { path: "/categories", page: "catalogue/CategoriesPage" }),
    "about-us": await drawn(<StorefrontRoutes />, { path: "/about-us", page: "house/AboutPage" }),
    "contact-us": await drawn(<StorefrontRoutes />, { path: "/contact-us", page: "house/ContactPage" }),
    login: await drawn(<StorefrontRoutes />, { path: "/login", page: "account/LoginPage" }),
    "forgot-password": await drawn(<StorefrontRoutes />, {
      path: "/forgot-password",
      page: "account/ForgotPasswordPage",
    }),
    newsletter: await drawn(
      inTheShop(<NewsletterFrame title={slot("title")} text={slot("text")} form={slot("form")} />),
      { path: "/newsletter?state=unsubscribe&token=x", page: "house/NewsletterPage" },
    ),
    own: await drawn(inTheShop(<OwnFrame title={slot("title")} />), { path: "/my-orders" }),
    "not-found": await drawn(inTheShop(<NotFoundPage />), { path: "/no/such/page" }),
  };
}

async function drawn(element: ReactNode, { path, page }: { path: string; page?: string }): Promise<Drawn> {
  const plain = await markupOf(element, path, []);
  if (!page) return { markup: fill(plain), looks: plain };
  const full = await markupOf(<StorefrontRoutes />, path, everything);
  return { markup: fill(plain), looks: plain + full, page: `src/features/${page}.tsx` };
}

const inTheShop = (main: ReactNode) => (
  <Routes>
    <Route element={<Layout />}>
      <Route path="*" element={main} />
    </Route>
  </Routes>
);

async function markupOf(page: ReactNode, path: string, entries: Entries): Promise<string> {
  const store = makeStore("customer");
  store.dispatch(api.util.upsertQueryEntries([...always, ...entries]));
  const { prelude } = await prerender(
    <Provider store={store}>
      <StaticRouter location={path}>{page}</StaticRouter>
    </Provider>,
    // Everything in its place, rather than moved there by a script.
    { progressiveChunkSize: Number.POSITIVE_INFINITY },
  );
  const html = await new Response(prelude).text();
  // Ends the timers of its answers, for which the build would wait.
  store.dispatch(api.util.resetApiState());
  return html.replace(/<!--.*?-->|<link rel="preload"[^>]*>/g, "");
}

/** Turn what the sample became into slots. */
function fill(html: string): string {
  const link = new RegExp(`(<li>)?<a [^>]*categoryId=${sampleCategory.id}"[^>]*>(.*?)</a>(</li>)?`, "g");
  const card = renderToStaticMarkup(<CardSkeletons count={1} />);
  return (
    html
      .replace(link, (whole, item) => slot(item ? "menu" : whole.includes('class="arch"') ? "arches" : "links"))
      .replace(/<a class="chat"[^>]*>/, `<a class="chat" ${slot("chat")}>`)
      .replace(`<dd>${house.hours}</dd>`, `$&${slot("social")}`)
      .replaceAll(rupees(sampleRate.r22kRate), slot("rate22"))
      .replaceAll(rupees(sampleRate.r24kRate), slot("rate24"))
      .replaceAll(day(sampleRate.date), slot("rateDay"))
      .replace(`${card}${card}`, slot("cards"))
      .replaceAll(card, "")
      // Which filters there are, the answer tells.
      .replace(/(<aside class="filters"[^>]*>).*?(<\/aside>)/, "$1$2")
      .replace(/(<div class="list-head">.*?role="status">)\u00a0/, `$1${slot("count")}`)
  );
}
