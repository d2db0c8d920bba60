import { type ReactElement, Suspense } from "react";
import { createRoutesFromElements, matchRoutes, Outlet, Route, useRoutes } from "react-router";
import { AddToCartButton } from "@/features/storefront/cart/AddToCartButton";
import type { AuthUser } from "@/shared/api/types";
import { collections, policies } from "@/shared/head/pages";
import { CheckoutLayout } from "./layout/CheckoutLayout";
import { Layout } from "./layout/Layout";
import { TrackLayout } from "./layout/TrackLayout";
import { lazyPage } from "./lazyPage";
import { NotFoundPage } from "./NotFoundPage";
import { RequireShopper } from "./RequireShopper";

// Each page is a chunk of its own.
const HomePage = lazyPage(() => import("@/features/storefront/home/HomePage").then((file) => file.HomePage));
const ProductListPage = lazyPage(() =>
  import("@/features/storefront/productList/ProductListPage").then((file) => file.ProductListPage),
);
const ProductPage = lazyPage(() =>
  import("@/features/storefront/product/ProductPage").then((file) => file.ProductPage),
);
const LoginPage = lazyPage(() =>
  import("@/features/storefront/account/signIn/LoginPage").then((file) => file.LoginPage),
);
const ForgotPasswordPage = lazyPage(() =>
  import("@/features/storefront/account/passwordReset/ForgotPasswordPage").then((file) => file.ForgotPasswordPage),
);
const ProfilePage = lazyPage(() =>
  import("@/features/storefront/account/profile/ProfilePage").then((file) => file.ProfilePage),
);
const ConfirmEmailPage = lazyPage(() =>
  import("@/features/storefront/account/profile/ConfirmEmailPage").then((file) => file.ConfirmEmailPage),
);
const MyDataPage = lazyPage(() =>
  import("@/features/storefront/account/yourData/MyDataPage").then((file) => file.MyDataPage),
);
const CartPage = lazyPage(() => import("@/features/storefront/cart/CartPage").then((file) => file.CartPage));
const CategoriesPage = lazyPage(() =>
  import("@/features/storefront/home/CategoriesPage").then((file) => file.CategoriesPage),
);
const AboutPage = lazyPage(() => import("@/features/storefront/site/AboutPage").then((file) => file.AboutPage));
const ContactPage = lazyPage(() => import("@/features/storefront/site/ContactPage").then((file) => file.ContactPage));
const MailLinkPage = lazyPage(() =>
  import("@/features/storefront/site/MailLinkPage").then((file) => file.MailLinkPage),
);
const PolicyPage = lazyPage(() => import("@/features/storefront/site/PolicyPage").then((file) => file.PolicyPage));
const TrackPage = lazyPage(() => import("@/features/storefront/track/TrackPage").then((file) => file.TrackPage));
const WishlistPage = lazyPage(() =>
  import("@/features/storefront/wishlist/WishlistPage").then((file) => file.WishlistPage),
);
const CheckoutPage = lazyPage(() =>
  import("@/features/storefront/checkout/CheckoutPage").then((file) => file.CheckoutPage),
);
const OrderConfirmPage = lazyPage(() =>
  import("@/features/storefront/checkout/OrderConfirmPage").then((file) => file.OrderConfirmPage),
);
const MyOrdersPage = lazyPage(() =>
  import("@/features/storefront/orders/MyOrdersPage").then((file) => file.MyOrdersPage),
);
const PayPage = lazyPage(() => import("@/features/storefront/payment/PayPage").then((file) => file.PayPage));
const InvoicePage = lazyPage(() => import("@/features/storefront/orders/InvoicePage").then((file) => file.InvoicePage));

const Wishlist = Object.assign(
  ({ user }: { user: AuthUser }) => <WishlistPage user={user} Action={AddToCartButton} />,
  {
    load: WishlistPage.load,
  },
);
const Checkout = Object.assign(
  ({ user }: { user: AuthUser }) => <CheckoutPage user={user} Action={AddToCartButton} />,
  { load: CheckoutPage.load },
);
const Invoice = Object.assign(
  ({ user }: { user: AuthUser }) => <InvoicePage user={user} notFound={<NotFoundPage />} />,
  { load: InvoicePage.load },
);

/** Pages without header and footer. */
const PlainLayout = () => (
  <Suspense fallback={<div className="page-wait" aria-busy="true" />}>
    <Outlet />
  </Suspense>
);

const routes = createRoutesFromElements(
  <>
    <Route element={<PlainLayout />}>
      <Route path="login" element={<LoginPage />} />
      <Route path="forgot-password" element={<ForgotPasswordPage />} />
    </Route>
    <Route element={<CheckoutLayout />}>
      <Route path="check-out" element={<RequireShopper page={Checkout} />} />
    </Route>
    <Route element={<TrackLayout />}>
      <Route path="track/:token" element={<TrackPage notFound={<NotFoundPage />} />} />
    </Route>
    <Route element={<Layout />}>
      <Route index element={<HomePage Action={AddToCartButton} />} />
      {collections.map(({ path, ...collection }) => (
        <Route
          key={path}
          path={path}
          element={<ProductListPage key={path} collection={collection} Action={AddToCartButton} />}
        />
      ))}
      <Route path="categories" element={<CategoriesPage />} />
      {["about-us", "about"].map((path) => (
        <Route key={path} path={path} element={<AboutPage />} />
      ))}
      {["contact-us", "contact"].map((path) => (
        <Route key={path} path={path} element={<ContactPage />} />
      ))}
      {policies.map(({ path, title }) => (
        <Route key={path} path={path} element={<PolicyPage key={path} name={path} title={title} />} />
      ))}
      <Route path="unsubscribe" element={<MailLinkPage path="/unsubscribe" />} />
      <Route path="newsletter" element={<MailLinkPage path="/newsletter" />} />
      <Route path="confirm-email" element={<ConfirmEmailPage />} />
      <Route path="my-data" element={<MyDataPage />} />
      <Route path="shopping-cart" element={<RequireShopper page={CartPage} />} />
      <Route path="wishlist" element={<RequireShopper page={Wishlist} />} />
      <Route path="order-confirm" element={<RequireShopper page={OrderConfirmPage} />} />
      <Route path="my-orders" element={<RequireShopper page={MyOrdersPage} />} />
      <Route path="my-orders/:id/pay" element={<RequireShopper page={PayPage} />} />
      <Route path="my-orders/:id/invoice" element={<RequireShopper page={Invoice} />} />
      <Route path="profile" element={<RequireShopper page={ProfilePage} />} />
      <Route path=":id" element={<ProductPage Action={AddToCartButton} notFound={<NotFoundPage />} />} />
      <Route path="*" element={<NotFoundPage />} />
    </Route>
  </>,
);

export const StorefrontRoutes = () => useRoutes(routes);

/** Fetch the chunk of the page at a path: that of its element, or of the component that the element shows. */
export async function loadPage(pathname: string): Promise<void> {
  const element = matchRoutes(routes, pathname)?.at(-1)?.route.element as ReactElement<{ page?: unknown }> | undefined;
  const shown = [element?.props.page, element?.type] as ({ load?: () => Promise<unknown> } | undefined)[];
  await shown.find((component) => component?.load)?.load?.();
}
