import { type ReactElement, Suspense } from "react";
import { createRoutesFromElements, matchRoutes, Outlet, Route, useRoutes } from "react-router";
import { CartButton } from "@/features/cart/CartButton";
import type { AuthUser } from "@/shared/api/types";
import { collections } from "@/shared/head/pages";
import { ForShopper } from "./guards";
import { Layout } from "./layout/Layout";
import { NotFoundPage } from "./NotFoundPage";
import { page } from "./page";

// One file a page, fetched when it is gone to.
const HomePage = page(() => import("@/features/catalogue/HomePage").then((file) => file.HomePage));
const ListPage = page(() => import("@/features/catalogue/ListPage").then((file) => file.ListPage));
const ProductPage = page(() => import("@/features/catalogue/ProductPage").then((file) => file.ProductPage));
const LoginPage = page(() => import("@/features/account/LoginPage").then((file) => file.LoginPage));
const ForgotPasswordPage = page(() =>
  import("@/features/account/ForgotPasswordPage").then((file) => file.ForgotPasswordPage),
);
const ProfilePage = page(() => import("@/features/account/ProfilePage").then((file) => file.ProfilePage));
const ConfirmEmailPage = page(() =>
  import("@/features/account/ConfirmEmailPage").then((file) => file.ConfirmEmailPage),
);
const CartPage = page(() => import("@/features/cart/CartPage").then((file) => file.CartPage));
const CategoriesPage = page(() => import("@/features/catalogue/CategoriesPage").then((file) => file.CategoriesPage));
const AboutPage = page(() => import("@/features/house/AboutPage").then((file) => file.AboutPage));
const ContactPage = page(() => import("@/features/house/ContactPage").then((file) => file.ContactPage));
const NewsletterPage = page(() => import("@/features/house/NewsletterPage").then((file) => file.NewsletterPage));
const WishlistPage = page(() => import("@/features/wishlist/WishlistPage").then((file) => file.WishlistPage));
const CheckoutPage = page(() => import("@/features/checkout/CheckoutPage").then((file) => file.CheckoutPage));
const OrderConfirmPage = page(() =>
  import("@/features/checkout/OrderConfirmPage").then((file) => file.OrderConfirmPage),
);
const MyOrdersPage = page(() => import("@/features/orders/MyOrdersPage").then((file) => file.MyOrdersPage));
const InvoicePage = page(() => import("@/features/orders/InvoicePage").then((file) => file.InvoicePage));

const Wishlist = Object.assign(({ user }: { user: AuthUser }) => <WishlistPage user={user} Action={CartButton} />, {
  load: WishlistPage.load,
});
const Invoice = Object.assign(
  ({ user }: { user: AuthUser }) => <InvoicePage user={user} notFound={<NotFoundPage />} />,
  { load: InvoicePage.load },
);

/** Pages without the shop around them. */
const Bare = () => (
  <Suspense fallback={<div className="page-wait" aria-busy="true" />}>
    <Outlet />
  </Suspense>
);

const routes = createRoutesFromElements(
  <>
    <Route element={<Bare />}>
      <Route path="login" element={<LoginPage />} />
      <Route path="forgot-password" element={<ForgotPasswordPage />} />
    </Route>
    <Route element={<Layout />}>
      <Route index element={<HomePage Action={CartButton} />} />
      {collections.map(({ path, ...collection }) => (
        <Route key={path} path={path} element={<ListPage key={path} collection={collection} Action={CartButton} />} />
      ))}
      <Route path="categories" element={<CategoriesPage />} />
      {["about-us", "about"].map((path) => (
        <Route key={path} path={path} element={<AboutPage />} />
      ))}
      {["contact-us", "contact"].map((path) => (
        <Route key={path} path={path} element={<ContactPage />} />
      ))}
      <Route path="newsletter" element={<NewsletterPage />} />
      <Route path="confirm-email" element={<ConfirmEmailPage />} />
      <Route path="shopping-cart" element={<ForShopper page={CartPage} />} />
      <Route path="wishlist" element={<ForShopper page={Wishlist} />} />
      <Route path="check-out" element={<ForShopper page={CheckoutPage} />} />
      <Route path="order-confirm" element={<ForShopper page={OrderConfirmPage} />} />
      <Route path="my-orders" element={<ForShopper page={MyOrdersPage} />} />
      <Route path="my-orders/:id/invoice" element={<ForShopper page={Invoice} />} />
      <Route path="profile" element={<ForShopper page={ProfilePage} />} />
      <Route path=":id" element={<ProductPage Action={CartButton} notFound={<NotFoundPage />} />} />
      <Route path="*" element={<NotFoundPage />} />
    </Route>
  </>,
);

export const StorefrontRoutes = () => useRoutes(routes);

/** Fetch the file of the page that an address leads to. */
export async function loadPage(pathname: string): Promise<void> {
  const element = matchRoutes(routes, pathname)?.at(-1)?.route.element as ReactElement<{ page?: unknown }> | undefined;
  const found = (element?.props.page ?? element?.type) as { load?: () => Promise<unknown> } | undefined;
  await found?.load?.();
}
