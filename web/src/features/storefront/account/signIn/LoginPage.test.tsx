import { screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { type InitialEntry, Route, Routes } from "react-router";
import { beforeEach, describe, expect, it } from "vitest";
import { makeStore } from "@/app/store";
import { isPassword } from "@/features/storefront/account/accountSchemas";
import type { CartLine } from "@/shared/api/types";
import { readDraft, saveDraft } from "@/shared/session/formDraft";
import { pendingActionOf } from "@/shared/session/pendingAction";
import { sessionEnded, shopperSignedIn, signedOut, signOutStarted } from "@/shared/session/sessionSlice";
import { asha, cartLine, wishlistEntry } from "@/shared/test/fixtures";
import { renderWith } from "@/shared/test/render";
import { answer, refusal, server } from "@/shared/test/server";
import { Toasts } from "@/shared/toasts/Toasts";
import { LoginPage } from "./LoginPage";

describe("a password", () => {
  it.each([
    ["Kalyani7!", true],
    ["Aa1!aaaa", true],
    ["Aa1!aaa", false],
    ["kalyani7!", false],
    ["Kalyani!!", false],
    ["Kalyani77", false],
    ["Kalyani 7!", false],
    ["Kalyani7!?", false],
    ["Kalyäni7!", false],
  ])("%j counts: %s", (password, counts) => {
    expect(isPassword(password)).toBe(counts);
  });
});

function show(path: InitialEntry = "/login") {
  return renderWith(
    makeStore("customer"),
    <>
      <Routes>
        <Route path="login" element={<LoginPage />} />
        <Route path="*" element={<p>the page before</p>} />
      </Routes>
      <Toasts />
    </>,
    path,
  );
}

describe("signing in", () => {
  it("goes back to where the person was", async () => {
    server.use(http.post("*/api/customer/login/", () => answer({ ...asha })));
    const { person } = show("/login?next=%2Fcheck-out");
    await person.type(screen.getByLabelText("Email"), asha.email);
    await person.type(screen.getByLabelText("Password"), "Shopper@2026{Enter}");
    expect(await screen.findByText("the page before")).toBeInTheDocument();
    expect(screen.getByText("Login Successful")).toBeInTheDocument();
  });

  it("says what is wrong without asking the server", async () => {
    const { person } = show();
    await person.type(screen.getByLabelText("Email"), "asha");
    await person.type(screen.getByLabelText("Password"), "short{Enter}");
    expect(await screen.findByText("Please enter a valid email address")).toBeInTheDocument();
    expect(
      screen.getByText(
        "Password must be at least 8 characters, include one uppercase, one number & one special character.",
      ),
    ).toBeInTheDocument();
    expect(screen.getByLabelText("Email")).toBeInvalid();
  });

  it("refused: Login Failed, with the server's sentence at the form", async () => {
    server.use(http.post("*/api/customer/login/", () => refusal(401, "E-mail or password is wrong.")));
    const { person } = show();
    await person.type(screen.getByLabelText("Email"), asha.email);
    await person.type(screen.getByLabelText("Password"), "Shopper@2027{Enter}");
    expect(await screen.findByText("Login Failed")).toBeInTheDocument();
    expect(screen.getByRole("alert")).toHaveTextContent("E-mail or password is wrong.");
  });
});

describe("signing up", () => {
  it("shows each rule as it is met", async () => {
    const { person } = show();
    await person.click(screen.getByRole("button", { name: "Register" }));
    await person.type(screen.getByLabelText("Password"), "Kalyani7");
    const rule = (name: RegExp) => screen.getByText(name).closest("li");
    expect(rule(/^One number/)).toHaveTextContent(", met");
    expect(rule(/^One special/)).toHaveTextContent("not yet met");
    await person.type(screen.getByLabelText("Password"), "!-");
    expect(rule(/^One special/)).toHaveTextContent(", met");
    expect(rule(/^Only A-Z, a-z, 0-9/)).toHaveTextContent("not yet met");
    await person.type(screen.getByLabelText("Password"), "{Backspace}");
    expect(rule(/^Only A-Z, a-z, 0-9/)).toHaveTextContent(", met");
  });

  it("puts the server's word about a taken address under its field", async () => {
    server.use(
      http.post("*/api/customer/", () =>
        refusal(409, "Check the form.", { errors: { email: "This e-mail address has an account already." } }),
      ),
    );
    const { person } = show();
    await person.click(screen.getByRole("button", { name: "Register" }));
    await person.type(screen.getByLabelText("Full name"), "Asha Verma");
    await person.type(screen.getByLabelText("Phone"), "9841055001");
    await person.type(screen.getByLabelText("Email"), asha.email);
    await person.type(screen.getByLabelText("Password"), "Kalyani7!{Enter}");
    expect(await screen.findByText("This e-mail address has an account already.")).toBeInTheDocument();
    expect(screen.getByText("SignUp Failed")).toBeInTheDocument();
  });

  it("needs every field", async () => {
    const { person } = show();
    await person.click(screen.getByRole("button", { name: "Register" }));
    await person.click(screen.getAllByRole("button", { name: "Register" })[1] as HTMLElement);
    await waitFor(() => expect(screen.getByLabelText("Full name")).toBeInvalid());
    expect(screen.getByLabelText("Phone")).toBeInvalid();
    expect(screen.getByLabelText("Full name")).toHaveFocus();
  });
});

describe("an action before the sign-in", () => {
  const shown = (state: unknown) => {
    const sent: unknown[] = [];
    server.use(
      http.post("*/api/customer/login/", () => answer({ ...asha })),
      http.post("*/api/customer/", () => answer({ ...asha })),
      http.get("*/api/cart/", () => HttpResponse.json(cart as never)),
      http.post("*/api/cart/", async ({ request }) => {
        sent.push(await request.json());
        return answer(cartLine() as never);
      }),
      http.post("*/api/wishlist/", async ({ request }) => {
        sent.push(await request.json());
        return answer(wishlistEntry() as never);
      }),
    );
    return { sent, ...show({ pathname: "/login", search: "?next=%2F5", state }) };
  };
  const signIn = async (person: ReturnType<typeof show>["person"]) => {
    await person.type(screen.getByLabelText("Email"), asha.email);
    await person.type(screen.getByLabelText("Password"), "Shopper@2026{Enter}");
    expect(await screen.findByText("the page before")).toBeInTheDocument();
  };
  let cart: CartLine[] = [];
  beforeEach(() => {
    cart = [];
  });

  it.each([
    ["cart", "Product added to cart", { customerId: asha.id, productId: 5, quantity: 1 }],
    ["wishlist", "Added to wishlist", { customerId: asha.id, productId: 5 }],
  ] as const)("for the %s is carried out once, and a toast says so", async (kind, toast, body) => {
    const { sent, person } = shown({ pendingAction: pendingActionOf(kind, 5) });
    await signIn(person);
    expect(await screen.findByText(toast)).toBeInTheDocument();
    expect(sent).toEqual([body]);
  });

  it("is carried out after signing up too", async () => {
    const { sent, person } = shown({ pendingAction: pendingActionOf("wishlist", 5) });
    await person.click(screen.getByRole("button", { name: "Register" }));
    await person.type(screen.getByLabelText("Full name"), asha.name);
    await person.type(screen.getByLabelText("Phone"), "+91 98410 55001");
    await person.type(screen.getByLabelText("Email"), asha.email);
    await person.type(screen.getByLabelText("Password"), "Shopper@2026{Enter}");
    expect(await screen.findByText("Added to wishlist")).toBeInTheDocument();
    expect(sent).toHaveLength(1);
  });

  it("adds nothing to a cart that has the piece already", async () => {
    cart = [cartLine()];
    const { sent, person } = shown({ pendingAction: pendingActionOf("cart", 5) });
    await signIn(person);
    expect(await screen.findByText("This piece is in your cart already")).toBeInTheDocument();
    expect(sent).toEqual([]);
  });

  it.each([
    ["much later", { ...pendingActionOf("cart", 5), at: Date.now() - 31 * 60_000 }],
    ["by someone else than whose session had ended", pendingActionOf("cart", 5, asha.id + 1)],
    ["that cannot be read", { kind: "order", productId: 5, at: Date.now() }],
  ])("is not carried out %s", async (_, pendingAction) => {
    const { sent, person } = shown({ pendingAction });
    await signIn(person);
    await screen.findByText("Login Successful");
    expect(sent).toEqual([]);
  });
});

it("says why the session ended", () => {
  const store = makeStore("customer");
  store.dispatch(shopperSignedIn(asha));
  store.dispatch(sessionEnded({ role: "customer", reason: "password_changed" }));
  renderWith(store, <LoginPage />, "/login");
  expect(screen.getByRole("status")).toHaveTextContent(
    "Your password was changed. Your session has ended. Please sign in again.",
  );
});

it("removes unsaved input after a sign-out, and keeps it where a session ended", () => {
  const form = { role: "customer" as const, path: "/check-out", personId: asha.id };
  saveDraft(form, { values: { message: "For Meera" }, subject: null, isPartial: false });
  const store = makeStore("customer");
  store.dispatch(shopperSignedIn(asha));
  store.dispatch(sessionEnded({ role: "customer" }));
  renderWith(store, <LoginPage />, "/login").unmount();
  expect(readDraft(form)).toBeDefined();
  store.dispatch(shopperSignedIn(asha));
  store.dispatch(signOutStarted());
  store.dispatch(signedOut("customer"));
  renderWith(store, <LoginPage />, "/login");
  expect(readDraft(form)).toBeUndefined();
});
