/**
 * Each page before its scripts run, rendered by the page's own components at build time. The server fills the slots.
 * Components that show data get sample values, which are replaced by slots.
 */
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { prerender } from "react-dom/static";
import { Provider } from "react-redux";
import { Route, Routes, StaticRouter } from "react-router";
import { makeStore } from "@/app/store";
import { CheckoutLayout } from "@/app/storefront/layout/CheckoutLayout";
import { Layout } from "@/app/storefront/layout/Layout";
import { TrackLayout } from "@/app/storefront/layout/TrackLayout";
import { NotFoundPage } from "@/app/storefront/NotFoundPage";
import { StorefrontRoutes } from "@/app/storefront/routes";
import { AddToCartButton } from "@/features/storefront/cart/AddToCartButton";
import { CheckoutFrame, CheckoutSkeleton } from "@/features/storefront/checkout/CheckoutFrame";
import { homeListQuery } from "@/features/storefront/home/homeLists";
import { ProductSkeleton } from "@/features/storefront/product/ProductSkeleton";
import { ProductListPage } from "@/features/storefront/productList/ProductListPage";
import { MailLinkView, mailLinkPages } from "@/features/storefront/site/MailLinkView";
import { PolicyView } from "@/features/storefront/site/PolicyView";
import { api } from "@/shared/api/api";
import type { ContactOut, PolicyOut } from "@/shared/api/schema";
import type { Category, GoldRate, ProductImage, ProductList } from "@/shared/api/types";
import { day, rupees } from "@/shared/format";
import { guaranteePromise, guaranteeText } from "@/shared/orders/returnTexts";
import { CardSkeletons } from "@/shared/product/ProductCard";
import { product } from "@/shared/test/fixtures";
import { Breadcrumbs } from "@/shared/ui/Breadcrumbs";
import { AccountPageSkeleton } from "./AccountPageSkeleton";
import { SampleAddress } from "./partials";

export { renderPartials } from "./partials";

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
const sampleProduct = product({ id: 987_654, discount: 1, images: [image(1), image(2)] });
const sampleList: ProductList = {
  products: [sampleProduct],
  nextCursor: "more",
  total: 13,
  facets: null,
  searchedFor: null,
};

const sampleContact: ContactOut = {
  email: "a@a.invalid",
  address: ["A", "B"],
  chatNumber: "15550000000",
  phone: "+91 44 5550 0000",
  grievanceOfficer: "A",
  hours: "Hours of the shop",
  legalName: "A",
  gstin: "A",
  socialLinks: [{ name: "A", url: "https://a.invalid/" }],
  asksPinCode: false,
  returnDays: 77,
};
/** The fields that every page shows. Other fields are inserted without the components. */
const baseContact: Partial<ContactOut> = { returnDays: sampleContact.returnDays };

const samplePolicy: PolicyOut = { page: "shipping", html: "<h2>A</h2><p>B</p>", version: 0, writtenAt: null };

const baseEntries = [
  { endpointName: "getCategories", arg: undefined, value: [sampleCategory] },
  { endpointName: "getGoldRates", arg: undefined, value: [sampleRate] },
  { endpointName: "getContact", arg: undefined, value: baseContact },
] as unknown as Entries;
const allEntries = [
  { endpointName: "getContact", arg: undefined, value: sampleContact },
  { endpointName: "getPolicy", arg: "shipping", value: samplePolicy },
  { endpointName: "getProduct", arg: sampleProduct.id, value: sampleProduct },
  { endpointName: "getTopProducts", arg: homeListQuery("bestSelling"), value: sampleList },
  { endpointName: "getProductList", arg: "sort=bestSelling", value: { pages: [sampleList], pageParams: [null] } },
] as unknown as Entries;

interface RenderedTemplate {
  /** With slots for the server's data. */
  markup: string;
  /** With all content of the first render, to find the styles that it needs. */
  styledMarkup: string;
  /** The file of the page component. */
  page?: string;
}

/** Renders each template, by name. */
export async function renderTemplates(): Promise<Record<string, RenderedTemplate>> {
  const list = <ProductListPage collection={{ title: slot("title") }} Action={AddToCartButton} />;
  const piece = (
    <ProductSkeleton
      crumbs={
        <Breadcrumbs trail={[[slot("category"), `/products?categoryId=${slot("categoryId")}`]]} here={slot("name")} />
      }
      picture={slot("picture")}
      thumbs={slot("thumbs")}
      summary={slot("summary")}
    />
  );
  const mailLink = (path: keyof typeof mailLinkPages) => (
    <MailLinkView to={mailLinkPages[path]} title={slot("title")} text={slot("text")} form={slot("form")} />
  );
  const checkout = (addresses: ReactNode) =>
    inLayout(
      <CheckoutFrame>
        <CheckoutSkeleton addresses={addresses} />
      </CheckoutFrame>,
      <CheckoutLayout />,
    );
  return {
    home: await renderTemplate(<StorefrontRoutes />, { path: "/", page: "home/HomePage" }),
    list: await renderTemplate(inLayout(list), { path: "/products", page: "productList/ProductListPage" }),
    product: await renderTemplate(inLayout(piece), { path: `/${sampleProduct.id}`, page: "product/ProductPage" }),
    categories: await renderTemplate(<StorefrontRoutes />, { path: "/categories", page: "home/CategoriesPage" }),
    "about-us": await renderTemplate(<StorefrontRoutes />, { path: "/about-us", page: "site/AboutPage" }),
    "contact-us": await renderTemplate(<StorefrontRoutes />, { path: "/contact-us", page: "site/ContactPage" }),
    login: await renderTemplate(<StorefrontRoutes />, { path: "/login", page: "account/signIn/LoginPage" }),
    "forgot-password": await renderTemplate(<StorefrontRoutes />, {
      path: "/forgot-password",
      page: "account/passwordReset/ForgotPasswordPage",
    }),
    newsletter: await renderTemplate(inLayout(mailLink("/newsletter")), {
      path: "/newsletter?state=unsubscribe&token=x",
      page: "site/MailLinkPage",
    }),
    unsubscribe: await renderTemplate(inLayout(mailLink("/unsubscribe")), {
      path: "/unsubscribe?state=orders&token=x",
      page: "site/MailLinkPage",
    }),
    policy: await renderTemplate(inLayout(<PolicyView title={slot("title")} html={slot("text")} />), {
      path: "/shipping",
      page: "site/PolicyPage",
    }),
    own: await renderTemplate(inLayout(<AccountPageSkeleton title={slot("title")} />), { path: "/my-orders" }),
    checkout: await renderTemplate(checkout(slot("addresses")), {
      path: "/check-out",
      page: "checkout/CheckoutPage",
      full: checkout(<SampleAddress />),
    }),
    track: await renderTemplate(inLayout(<AccountPageSkeleton title={slot("title")} />, <TrackLayout />), {
      path: "/track/token",
    }),
    "not-found": await renderTemplate(inLayout(<NotFoundPage />), { path: "/no/such/page" }),
  };
}

async function renderTemplate(
  element: ReactNode,
  { path, page, full = <StorefrontRoutes /> }: { path: string; page?: string; full?: ReactNode },
): Promise<RenderedTemplate> {
  const plain = await markupOf(element, path, []);
  if (!page) return { markup: insertSlots(plain), styledMarkup: plain };
  const filled = await markupOf(full, path, allEntries);
  return { markup: insertSlots(plain), styledMarkup: plain + filled, page: `src/features/storefront/${page}.tsx` };
}

const inLayout = (main: ReactNode, layout = <Layout />) => (
  <Routes>
    <Route element={layout}>
      <Route path="*" element={main} />
    </Route>
  </Routes>
);

async function markupOf(page: ReactNode, path: string, entries: Entries): Promise<string> {
  const store = makeStore("customer");
  store.dispatch(api.util.upsertQueryEntries([...baseEntries, ...entries]));
  const { prelude } = await prerender(
    <Provider store={store}>
      <StaticRouter location={path}>{page}</StaticRouter>
    </Provider>,
    // Render all content in place instead of streaming it by scripts.
    { progressiveChunkSize: Number.POSITIVE_INFINITY },
  );
  const html = await new Response(prelude).text();
  // Clears the timers of cached queries, which would keep the build running.
  store.dispatch(api.util.resetApiState());
  return html.replace(/<!--.*?-->|<link rel="preload"[^>]*>/g, "");
}

/** Replace the rendered sample values by slots. */
function insertSlots(html: string): string {
  const link = new RegExp(`(<li>)?<a [^>]*categoryId=${sampleCategory.id}"[^>]*>(.*?)</a>(</li>)?`, "g");
  const card = renderToStaticMarkup(<CardSkeletons count={1} />);
  const rates = /<span( class="num")?>(?=<span class="hide-sm">Gold rate|24k <b>|22k on )/g;
  const promise = new RegExp(`<div>(<svg(?:(?!<div>).)*)${guaranteePromise(sampleContact.returnDays).title}`);
  return (
    html
      .replace(link, (whole, item) => slot(item ? "menu" : whole.includes('class="arch"') ? "arches" : "links"))
      .replace(/<a class="chat"[^>]*>/, `<a class="chat" ${slot("chat")}>`)
      .replace("<dl></dl>", `<dl>${slot("details")}</dl>`)
      .replace(rates, `<span$1 ${slot("rateState")}>`)
      .replaceAll(rupees(sampleRate.r22kRate), slot("rate22"))
      .replaceAll(rupees(sampleRate.r24kRate), slot("rate24"))
      .replaceAll(day(sampleRate.date), slot("rateDay"))
      .replaceAll(guaranteeText(sampleContact.returnDays), slot("guarantee"))
      .replace(promise, `<div ${slot("promiseState")}>$1${slot("returnDays")}`)
      .replace(`${card}${card}`, slot("cards"))
      .replaceAll(card, "")
      // The filters depend on the response.
      .replace(/(<aside class="filters"[^>]*>).*?(<\/aside>)/, "$1$2")
      .replace(/(<div class="list-head">.*?role="status">)\u00a0/, `$1${slot("count")}`)
  );
}
