import { screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import { makeStore } from "@/app/store";
import { selectAuthUser, shopperSignedIn } from "@/shared/session/sessionSlice";
import { asha } from "@/shared/test/fixtures";
import { renderWith } from "@/shared/test/render";
import { answer, refusal, server } from "@/shared/test/server";
import { ConfirmEmailPage } from "./ConfirmEmailPage";

const open = (query = "?token=1.2.x") =>
  renderWith(makeStore("customer"), <ConfirmEmailPage />, `/confirm-email${query}`);

it("confirms the address when the person says so, and not by being looked at", async () => {
  const asked: unknown[] = [];
  server.use(
    http.post("*/api/customer/confirmEmail/", async ({ request }) => {
      asked.push(await request.json());
      return answer(null);
    }),
  );
  const { person } = open();
  expect(asked).toEqual([]);
  await person.click(screen.getByRole("button", { name: "Confirm this address" }));
  expect(await screen.findByRole("heading", { name: "Your address is confirmed" })).toHaveFocus();
  expect(asked).toEqual([{ token: "1.2.x" }]);
});

it("says that a link is too old", async () => {
  server.use(http.post("*/api/customer/confirmEmail/", () => refusal(404, "This link is not valid any more.")));
  const { person } = open();
  await person.click(screen.getByRole("button", { name: "Confirm this address" }));
  expect(await screen.findByRole("heading", { name: "This link is not valid any more" })).toBeInTheDocument();
});

it("has nothing to confirm without a token", () => {
  open("");
  expect(screen.getByRole("heading", { name: "This link is not valid any more" })).toBeInTheDocument();
});

it("can be tried again where the shop did not answer", async () => {
  server.use(http.post("*/api/customer/confirmEmail/", () => HttpResponse.error(), { once: true }));
  const { person } = open();
  await person.click(screen.getByRole("button", { name: "Confirm this address" }));
  await screen.findByRole("alert");
  server.use(http.post("*/api/customer/confirmEmail/", () => answer(null)));
  await person.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByRole("heading", { name: "Your address is confirmed" })).toBeInTheDocument();
});

it("updates the stored shopper, whose address it has become", async () => {
  server.use(
    http.post("*/api/customer/confirmEmail/", () => answer(null)),
    http.get("*/api/customer/me/", () => answer({ ...asha, email: "new@swarna.example" })),
  );
  const store = makeStore("customer");
  store.dispatch(shopperSignedIn(asha));
  const { person } = renderWith(store, <ConfirmEmailPage />, "/confirm-email?token=1.2.x");
  await person.click(screen.getByRole("button", { name: "Confirm this address" }));
  await waitFor(() => expect(selectAuthUser(store.getState())?.email).toBe("new@swarna.example"));
});
