import { act, screen } from "@testing-library/react";
import { http } from "msw";
import { expect, it, onTestFinished, vi } from "vitest";
import { makeStore } from "@/app/store";
import { renderWith } from "@/shared/test/render";
import { answer, server } from "@/shared/test/server";
import { PinCodeCheck } from "./PinCodeCheck";

it("shows no estimate beside another pin code than the one it is for", async () => {
  server.use(
    http.get("*/api/delivery/", () =>
      answer({ pinCode: "600020", isDelivered: true, earliest: "2026-12-01", latest: "2026-12-03" } as never),
    ),
  );
  const { person } = renderWith(makeStore("customer"), <PinCodeCheck />);
  const box = screen.getByRole("textbox", { name: "Delivery to pin code" });
  await person.type(box, "600020{Enter}");
  expect(await screen.findByText("If you order today")).toBeVisible();
  await person.type(box, "{Backspace}1");
  expect(screen.queryByText("If you order today")).not.toBeInTheDocument();
  await person.type(box, "{Backspace}0");
  expect(screen.getByText("If you order today")).toBeVisible();
});

it("takes a pin code that is pasted with a space, and refuses one that begins with 0", async () => {
  const asked: (string | null)[] = [];
  server.use(
    http.get("*/api/delivery/", ({ request }) => {
      asked.push(new URL(request.url).searchParams.get("pincode"));
      return answer({ pinCode: "600020", isDelivered: true, earliest: "2026-12-01", latest: "2026-12-03" } as never);
    }),
  );
  const { person } = renderWith(makeStore("customer"), <PinCodeCheck />);
  const box = screen.getByRole("textbox", { name: "Delivery to pin code" });
  await person.click(box);
  await person.paste(" 600 020 ");
  await person.keyboard("{Enter}");
  expect(await screen.findByText("If you order today")).toBeVisible();
  expect(asked).toEqual(["600020"]);

  await person.clear(box);
  await person.type(box, "0600201{Enter}");
  expect(box).toHaveValue("060020");
  expect(await screen.findByText("A pin code has six digits and does not begin with 0.")).toBeVisible();
  expect(asked).toHaveLength(1);
});

it("remembers the pin code, and works where the browser stores nothing", async () => {
  server.use(
    http.get("*/api/delivery/", () =>
      answer({ pinCode: "600020", isDelivered: true, earliest: "2026-12-01", latest: "2026-12-03" } as never),
    ),
  );
  localStorage.pinCode = "600020";
  const { unmount } = renderWith(makeStore("customer"), <PinCodeCheck />);
  expect(await screen.findByText("If you order today")).toBeVisible();
  unmount();
  const blocked = vi.spyOn(window, "localStorage", "get").mockImplementation(() => {
    throw new DOMException("Access is denied for this document.", "SecurityError");
  });
  const { person } = renderWith(makeStore("customer"), <PinCodeCheck />);
  const box = screen.getByRole("textbox", { name: "Delivery to pin code" });
  expect(box).toHaveValue("");
  await person.type(box, "600020{Enter}");
  expect(await screen.findByText("If you order today")).toBeVisible();
  blocked.mockRestore();
});

it("asks again for the days of delivery when the day changes in India", async () => {
  vi.useFakeTimers({ toFake: ["Date", "setInterval", "clearInterval"], now: new Date("2026-11-28T23:59:50+05:30") });
  onTestFinished(() => void vi.useRealTimers());
  // While it waits, `waitFor` moves the faked clock by the interval.
  const patient = { timeout: 30_000, interval: 1 };
  let earliest = "2026-12-01";
  server.use(
    http.get("*/api/delivery/", () =>
      answer({ pinCode: "600020", isDelivered: true, earliest, latest: "2026-12-04" } as never),
    ),
  );
  localStorage.pinCode = "600020";
  renderWith(makeStore("customer"), <PinCodeCheck />);
  expect(await vi.waitFor(() => screen.getByText("1 to 4 Dec"), patient)).toBeVisible();
  earliest = "2026-12-02";
  act(() => void vi.advanceTimersByTime(20_000));
  expect(await vi.waitFor(() => screen.getByText("2 to 4 Dec"), patient)).toBeVisible();
});
