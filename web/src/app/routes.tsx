import { lazy, Suspense } from "react";
import { Outlet, Route, Routes } from "react-router";
import { CartButton } from "@/features/cart/CartButton";
import type { Collection } from "@/features/catalogue/listing";
import type { AuthUser } from "@/shared/api/types";
import { ForShopper } from "./guards";
import { Layout } from "./layout/Layout";
import { NotFoundPage } from "./NotFoundPage";

// One file a page, fetched when it is gone to.
const HomePage = lazy(() => import("@/features/catalogue/HomePage").then((m) => ({ default: m.HomePage })));
const ListPage = lazy(() => import("@/features/catalogue/ListPage").then((m) => ({ default: m.ListPage })));
const ProductPage = lazy(() => import("@/features/catalogue/ProductPage").then((m) => ({ default: m.ProductPage })));
const LoginPage = lazy(() => import("@/features/account/LoginPage").then((m) => ({ default: m.LoginPage })));
const ForgotPasswordPage = lazy(() =>
  import("@/features/account/ForgotPasswordPage").then((m) => ({ default: m.ForgotPasswordPage })),
);
const ProfilePage = lazy(() => import("@/features/account/ProfilePage").then((m) => ({ default: m.ProfilePage })));
const CartPage = lazy(() => import("@/features/cart/CartPage").then((m) => ({ default: m.CartPage })));
const CategoriesPage = lazy(() =>
  import("@/features/catalogue/CategoriesPage").then((m) => ({ default: m.CategoriesPage })),
);
const AboutPage = lazy(() => import("@/features/house/AboutPage").then((m) => ({ default: m.AboutPage })));
const ContactPage = lazy(() => import("@/features/house/ContactPage").then((m) => ({ default: m.ContactPage })));
const NewsletterPage = lazy(() =>
  import("@/features/house/NewsletterPage").then((m) => ({ default: m.NewsletterPage })),
);
const WishlistPage = lazy(() => import("@/features/wishlist/WishlistPage").then((m) => ({ default: m.WishlistPage })));
const CheckoutPage = lazy(() => import("@/features/checkout/CheckoutPage").then((m) => ({ default: m.CheckoutPage })));
const OrderConfirmPage = lazy(() =>
  import("@/features/checkout/OrderConfirmPage").then((m) => ({ default: m.OrderConfirmPage })),
);
const MyOrdersPage = lazy(() => import("@/features/orders/MyOrdersPage").then((m) => ({ default: m.MyOrdersPage })));
const InvoicePage = lazy(() => import("@/features/orders/InvoicePage").then((m) => ({ default: m.InvoicePage })));

const Wishlist = ({ user }: { user: AuthUser }) => <WishlistPage user={user} Action={CartButton} />;
const Invoice = ({ user }: { user: AuthUser }) => <InvoicePage user={user} notFound={<NotFoundPage />} />;

const collections: Record<string, Collection> = {
  products: { title: "All jewellery" },
  "wedding-jewellery": { title: "Wedding Jewellery", productType: "wedding" },
  "mens-jewellery": { title: "Men's Jewellery", productType: "men" },
  "kids-jewellery": { title: "Kids' Jewellery", productType: "kids" },
};

/** Pages without the shop around them. */
const Bare = () => (
  <Suspense fallback={<div className="page-wait" aria-busy="true" />}>
    <Outlet />
  </Suspense>
);

export function StorefrontRoutes() {
  return (
    <Routes>
      <Route element={<Bare />}>
        <Route path="login" element={<LoginPage />} />
        <Route path="forgot-password" element={<ForgotPasswordPage />} />
      </Route>
      <Route element={<Layout />}>
        <Route index element={<HomePage Action={CartButton} />} />
        {Object.entries(collections).map(([path, collection]) => (
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
    </Routes>
  );
}
