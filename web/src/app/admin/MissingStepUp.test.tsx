import { screen } from "@testing-library/react";
import { http } from "msw";
import { expect, test } from "vitest";
import { makeStore } from "@/app/store";
import { boardApi } from "@/shared/admin/orders/boardApi";
import { renderWith } from "@/shared/test/render";
import { refusal, server } from "@/shared/test/server";
import { Toasts } from "@/shared/toasts/Toasts";
import { MissingStepUp } from "./MissingStepUp";

test("a call that needs a proof says that the page must be loaded again", async () => {
  const sentence = "Please enter your password or a code again.";
  server.use(http.get("*/api/order/", () => refusal(403, sentence, { errors: { stepUp: sentence } })));
  const store = makeStore("admin");
  const page = (
    <>
      <MissingStepUp />
      <Toasts />
    </>
  );
  renderWith(store, page);
  const { error } = await store.dispatch(boardApi.endpoints.boardOrder.initiate(7));
  expect(error).toMatchObject({ status: 403, message: sentence });
  expect(
    await screen.findByText("The question for your password or code did not arrive. Please load the page again."),
  ).toBeInTheDocument();
});
