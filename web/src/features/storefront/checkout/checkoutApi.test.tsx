import { act, renderHook } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import type { ReactNode } from "react";
import { Provider } from "react-redux";
import { expect, it } from "vitest";
import { makeStore } from "@/app/store";
import { addToCart } from "@/shared/api/cart";
import type { NewOrder } from "@/shared/api/types";
import { cartLine, order } from "@/shared/test/fixtures";
import { answer, server } from "@/shared/test/server";
import { usePlaceOrderMutation } from "./checkoutApi";

it("lets a product be added anew after an order has emptied the cart, though its first answer was lost", async () => {
  const keys: (string | null)[] = [];
  const adding = (respond: () => Response) =>
    http.post("*/api/cart/", ({ request }) => {
      keys.push(request.headers.get("Idempotency-Key"));
      return respond();
    });
  const store = makeStore("customer");
  const add = () => store.dispatch(addToCart.initiate({ customerId: 3, productId: 7, quantity: 1 }));
  server.use(adding(() => HttpResponse.error()));
  await add();
  server.use(
    adding(() => answer(cartLine() as never)),
    http.post("*/api/order/", () => answer(order() as never)),
  );
  const wrapper = ({ children }: { children: ReactNode }) => <Provider store={store}>{children}</Provider>;
  const { result } = renderHook(() => usePlaceOrderMutation(), { wrapper });
  const [place] = result.current;
  await act(() => place({ key: "mine", order: {} as NewOrder }));
  await add();
  expect(keys).toHaveLength(2);
  expect(keys[1]).toBeTruthy();
  expect(keys[1]).not.toBe(keys[0]);
});
