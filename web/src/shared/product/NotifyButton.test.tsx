import { screen, waitFor } from "@testing-library/react";
import { http } from "msw";
import { expect, it } from "vitest";
import { makeStore } from "@/app/store";
import { shopperSignedIn } from "@/shared/session/sessionSlice";
import { asha, product } from "@/shared/test/fixtures";
import { latch } from "@/shared/test/latch";
import { renderWith } from "@/shared/test/render";
import { answer, server } from "@/shared/test/server";
import { selectToasts } from "@/shared/toasts/toastsSlice";
import { NotifyButton } from "./NotifyButton";
import { notifyTexts } from "./useStockRequest";

const ring = product({ stockAvailability: "no", stockLeft: 0 });

it("follows each press while the requests are loading, and keeps it when older ones arrive", async () => {
  const { opened: loaded, open: load } = latch();
  const request = { id: 7, productId: ring.id, size: null, askedAt: "2026-11-20T10:15:00.000Z", emailConfirmed: true };
  server.use(
    http.get("*/api/stock/request/", async () => {
      await loaded;
      return answer([]);
    }),
    http.post("*/api/stock/request/", () => answer(request as never)),
    http.delete("*/api/stock/request/", () => answer(null)),
  );
  const store = makeStore("customer");
  store.dispatch(shopperSignedIn(asha));
  const { person } = renderWith(store, <NotifyButton product={ring} />);
  const button = () => screen.getByRole("button", { name: /, Paithani Bridal Nath$/ });
  const toasts = () => selectToasts(store.getState()).map(({ text }) => text);
  const { added, removed } = notifyTexts;
  const told: string[] = [];
  for (const [text, isRequested] of [
    [added, "true"],
    [removed, "false"],
    [added, "true"],
  ] as const) {
    await person.click(button());
    told.unshift(text);
    await waitFor(() => expect(toasts()).toEqual(told));
    await waitFor(() => expect(button()).toHaveAttribute("aria-pressed", isRequested));
  }
  load();
  await waitFor(() => expect(Object.values(store.getState().api.queries)[0]?.status).toBe("fulfilled"));
  await waitFor(() => expect(button()).toHaveAttribute("aria-pressed", "true"));
});
