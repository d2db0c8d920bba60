import { screen } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it } from "vitest";
import { useAppSelector } from "@/app/hooks";
import { makeStore } from "@/app/store";
import { api } from "@/shared/api/api";
import type { PersonalDataOut } from "@/shared/api/schema";
import { selectAuthUser, sessionEnded, shopperSignedIn } from "@/shared/session/sessionSlice";
import { asha } from "@/shared/test/fixtures";
import { renderWith } from "@/shared/test/render";
import { answer, refusal, server } from "@/shared/test/server";
import { Toasts } from "@/shared/toasts/Toasts";
import { selectToasts } from "@/shared/toasts/toastsSlice";
import { MyDataPage } from "./MyDataPage";
import { orderNumbers } from "./orderNumbers";
import { YourData } from "./YourData";

const at = "2026-11-24T05:00:00.000Z";
const making = { status: "making", askedAt: at, madeAt: null, endsAt: null, size: null } as const;
const ready = { status: "ready", askedAt: at, madeAt: at, endsAt: "2026-11-27T05:00:00.000Z", size: 5000 } as const;
let state: PersonalDataOut;
beforeEach(() => {
  state = { export: null, openOrders: [] };
});

const Who = () => <p>{useAppSelector(selectAuthUser)?.name ?? "nobody"}</p>;

function show() {
  server.use(http.get("*/api/customer/data/", () => answer(state)));
  const store = makeStore("customer");
  store.dispatch(shopperSignedIn(asha));
  const view = renderWith(
    store,
    <>
      <YourData />
      <Who />
      <Toasts />
    </>,
    "/profile",
  );
  return { ...view, store };
}

const wrong = () =>
  refusal(403, "The current password is not right.", {
    errors: { currentPassword: "The current password is not right." },
  });

it("says that its state could not be loaded, and loads it on demand", async () => {
  server.use(http.get("*/api/customer/data/", () => answer(state)));
  server.use(http.get("*/api/customer/data/", () => refusal(503, "Away."), { once: true }));
  const { person } = renderWith(makeStore("customer"), <YourData />);
  expect(await screen.findByRole("alert")).toHaveTextContent("This could not be loaded.");
  expect(screen.getByRole("button", { name: "Prepare file" })).toBeDisabled();
  await person.click(screen.getByRole("button", { name: "Try again" }));
  await expect.poll(() => screen.getByRole("button", { name: "Prepare file" })).toBeEnabled();
});

describe("the file", () => {
  it("leaves the end of a session to the sign-in", async () => {
    server.use(http.post("*/api/customer/data/", () => refusal(401, "Please sign in again.")));
    const { person, store } = show();
    const button = await screen.findByRole("button", { name: "Prepare file" });
    await expect.poll(() => button).toBeEnabled();
    await person.click(button);
    expect(await screen.findByText("nobody")).toBeInTheDocument();
    expect(selectToasts(store.getState())).toEqual([]);
  });

  it("is asked for, and the page says how far it is", async () => {
    server.use(
      http.post("*/api/customer/data/", () => {
        state = { ...state, export: making };
        return answer(state);
      }),
    );
    const { person } = show();
    const button = await screen.findByRole("button", { name: "Prepare file" });
    await expect.poll(() => button).toBeEnabled();
    await person.click(button);
    expect(await screen.findByText("Your file is being made.")).toBeInTheDocument();
    expect(button).toHaveAttribute("aria-disabled", "true");
    expect(button).toBeEnabled();
    expect(button).toHaveFocus();
  });

  it("says that the link was sent, and until when it works", async () => {
    state = { ...state, export: ready };
    show();
    expect(await screen.findByText(/sent to your mailbox on 24 Nov 2026.*until 27 Nov 2026/)).toBeInTheDocument();
  });

  it("asks for the password where the sign-in is old", async () => {
    const sent: unknown[] = [];
    server.use(
      http.post("*/api/customer/data/", async ({ request }) => {
        const body = (await request.json()) as { currentPassword?: string };
        sent.push(body);
        if (!body.currentPassword)
          return refusal(403, "x", { errors: { currentPassword: "Please prove who you are." } });
        if (body.currentPassword !== "Shopper@2026") return wrong();
        state = { ...state, export: making };
        return answer(state);
      }),
    );
    const { person } = show();
    const button = await screen.findByRole("button", { name: "Prepare file" });
    await expect.poll(() => button).toBeEnabled();
    await person.click(button);
    const field = await screen.findByLabelText("Current password");
    expect(field).toHaveAttribute("aria-invalid", "false");
    await person.type(field, "Wrong@2026{Enter}");
    expect(await screen.findByText("The current password is not right.")).toBeInTheDocument();
    await person.clear(field);
    await person.type(field, "Shopper@2026{Enter}");
    expect(await screen.findByText("Your file is being made.")).toBeInTheDocument();
    expect(sent).toHaveLength(3);
  });

  it("says why it is not made", async () => {
    server.use(http.post("*/api/customer/data/", () => refusal(429, "You have asked three times today.")));
    const { person } = show();
    const button = await screen.findByRole("button", { name: "Prepare file" });
    await expect.poll(() => button).toBeEnabled();
    await person.click(button);
    expect(await screen.findByText("You have asked three times today.")).toBeInTheDocument();
  });
});

describe("the deletion", () => {
  it("says what it means, and asks for the password", async () => {
    state = { export: null, openOrders: [7, 9] };
    server.use(
      http.post("*/api/customer/delete/", async ({ request }) => {
        const { currentPassword } = (await request.json()) as { currentPassword: string };
        return currentPassword === "Shopper@2026" ? answer(null) : wrong();
      }),
    );
    const { person } = show();
    expect(await screen.findByText(/Orders 7 and 9 are still open: their addresses go/)).toBeInTheDocument();
    await person.click(screen.getByRole("button", { name: "Delete account" }));
    expect(await screen.findByText(/the law asks us to keep them/)).toBeInTheDocument();
    const [, confirm] = screen.getAllByRole("button", { name: "Delete account", hidden: true });
    await person.click(confirm as HTMLElement);
    expect(screen.getByText("Please enter your current password")).toBeInTheDocument();
    const field = screen.getByLabelText("Current password");
    await person.type(field, "Wrong@2026{Enter}");
    expect(await screen.findByText("The current password is not right.")).toBeInTheDocument();
    expect(screen.getByText(asha.name)).toBeInTheDocument();
    await person.clear(field);
    await person.type(field, "Shopper@2026{Enter}");
    expect(await screen.findByText("nobody")).toBeInTheDocument();
    expect(screen.getByText("Your account is deleted")).toBeInTheDocument();
  });

  it("is told although the session ends before the answer comes", async () => {
    const { person, store } = show();
    server.use(
      http.post("*/api/customer/delete/", () => {
        store.dispatch(sessionEnded({ role: "customer" }));
        store.dispatch(api.util.resetApiState());
        return answer(null);
      }),
    );
    await person.click(await screen.findByRole("button", { name: "Delete account" }));
    await person.type(screen.getByLabelText("Current password"), "Shopper@2026{Enter}");
    expect(await screen.findByText("Your account is deleted")).toBeInTheDocument();
    expect(screen.getByText("nobody")).toBeInTheDocument();
  });

  it("names the orders that are open", () => {
    expect(orderNumbers([7])).toBe("Order 7 is");
    expect(orderNumbers([7, 9, 12])).toBe("Orders 7, 9 and 12 are");
  });
});

describe("the page of the link", () => {
  const open = (query = "?token=1.2.x") => renderWith(makeStore("customer"), <MyDataPage />, `/my-data${query}`);
  const link = { size: 5000, madeAt: at, endsAt: ready.endsAt, needsSignIn: false };

  it("offers the file", async () => {
    server.use(http.get("*/api/customer/data/link/", () => answer(link)));
    open();
    const button = await screen.findByRole("link", { name: "Download file" });
    expect(button).toHaveAttribute("href", "/api/customer/data/file/?token=1.2.x");
    expect(screen.getByText(/one file of 5 kB/)).toBeInTheDocument();
  });

  it("asks to sign in where the address is not confirmed", async () => {
    server.use(http.get("*/api/customer/data/link/", () => answer({ ...link, needsSignIn: true })));
    open();
    const button = await screen.findByRole("link", { name: "Sign in to download it" });
    expect(button).toHaveAttribute("href", `/login?next=${encodeURIComponent("/my-data?token=1.2.x")}`);
  });

  it("says that a link has ended, or cannot be looked up", async () => {
    server.use(http.get("*/api/customer/data/link/", () => refusal(404, "This link has ended.")));
    open();
    expect(await screen.findByText("This link has ended.")).toBeInTheDocument();
    server.use(http.get("*/api/customer/data/link/", () => HttpResponse.error()));
    open("?token=2.2.x");
    expect(await screen.findByText("The file could not be found")).toBeInTheDocument();
  });
});
