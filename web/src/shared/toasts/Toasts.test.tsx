import { act, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { makeStore } from "@/app/store";
import { renderWith } from "@/shared/test/render";
import { Toasts } from "./Toasts";
import { failureShown, toastShown } from "./toastsSlice";

const texts = () =>
  screen.queryAllByRole("button", { name: "Dismiss" }).map((button) => button.parentElement?.textContent);

describe("Toasts", () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  function showing(...shown: string[]) {
    const store = makeStore("customer");
    renderWith(store, <Toasts />);
    act(() => {
      for (const text of shown) store.dispatch(toastShown("success", text));
    });
    return store;
  }
  const pass = (time: number) => act(() => vi.advanceTimersByTime(time));
  const card = (text: string) => screen.getByText(text).closest(".toastx") as HTMLElement;

  it("shows at most four, newest first", () => {
    showing("one", "two", "three", "four", "five");
    expect(texts()).toEqual(["five", "four", "three", "two"]);
  });

  it("slides out after 3.5 s and is gone after 10 s", () => {
    showing("Quantity updated");
    pass(3499);
    expect(card("Quantity updated")).not.toHaveClass("out");
    pass(1);
    expect(card("Quantity updated")).toHaveClass("out");
    pass(6499);
    expect(screen.getByText("Quantity updated")).toBeInTheDocument();
    pass(1);
    expect(screen.queryByText("Quantity updated")).not.toBeInTheDocument();
  });

  it("waits while the pointer is on it", () => {
    showing("Quantity updated");
    pass(3000);
    fireEvent.mouseEnter(card("Quantity updated"));
    pass(20_000);
    expect(card("Quantity updated")).not.toHaveClass("out");
    fireEvent.mouseLeave(card("Quantity updated"));
    pass(500);
    expect(card("Quantity updated")).toHaveClass("out");
    pass(6500);
    expect(screen.queryByText("Quantity updated")).not.toBeInTheDocument();
  });

  it("shows no failure caused by the end of the session, which the sign-in reports", () => {
    const store = showing();
    act(() => {
      store.dispatch(failureShown({ status: 409, message: "", errors: {} }, "refused"));
      store.dispatch(failureShown({ status: 401, message: "", errors: {} }, "signed out"));
      store.dispatch(failureShown({ name: "AbortError", message: "Aborted" }, "cut off"));
    });
    expect(texts()).toEqual(["refused"]);
  });

  it("goes when dismissed, and stands in a live region", () => {
    showing("Item removed from cart");
    expect(screen.getByRole("region", { name: "Notifications" })).toHaveAttribute("aria-live", "polite");
    fireEvent.click(screen.getByRole("button", { name: "Dismiss" }));
    expect(texts()).toEqual([]);
  });
});
