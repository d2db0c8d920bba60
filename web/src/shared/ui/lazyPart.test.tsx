import { screen } from "@testing-library/react";
import { type ComponentType, useState } from "react";
import { expect, it, onTestFinished, vi } from "vitest";
import { makeStore } from "@/app/store";
import { renderWith } from "@/shared/test/render";
import { Toasts } from "@/shared/toasts/Toasts";
import { lazyDialog, lazyPart, lazyParts, partMissing } from "./lazyPart";

/** A chunk that arrives only at the second try. */
function arrivesAgain<Props>(part: ComponentType<Props>) {
  let tries = 0;
  return () => {
    tries += 1;
    return tries === 1 ? Promise.reject(new TypeError("Failed to fetch")) : Promise.resolve(part);
  };
}

function Opener({ of: Part }: { of: ComponentType<{ onClose: () => void }> }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(!open)}>
        {open ? "Close" : "Open"}
      </button>
      {open && <Part onClose={() => setOpen(false)} />}
      <Toasts />
    </>
  );
}
const show = (part: ComponentType<{ onClose: () => void }>) =>
  renderWith(makeStore("customer"), <Opener of={part} />).person;

it("closes a dialog that did not arrive with a toast, and loads it again at the next try", async () => {
  const person = show(lazyDialog(arrivesAgain(() => <p>The dialog</p>)));
  await person.click(screen.getByRole("button", { name: "Open" }));
  expect(await screen.findByText(partMissing)).toBeInTheDocument();
  await person.click(await screen.findByRole("button", { name: "Open" }));
  expect(await screen.findByText("The dialog")).toBeInTheDocument();
});

it("shows what takes the place of a part that did not arrive, until it is shown again", async () => {
  const part = lazyPart<{ onClose: () => void }>(
    arrivesAgain(() => <p>The part</p>),
    () => <p>Instead</p>,
    <p>Waiting</p>,
  );
  const person = show(part);
  await person.click(screen.getByRole("button", { name: "Open" }));
  expect(await screen.findByText("Instead")).toBeInTheDocument();
  await person.click(screen.getByRole("button", { name: "Close" }));
  await person.click(screen.getByRole("button", { name: "Open" }));
  expect(await screen.findByText("The part")).toBeInTheDocument();
});

/** Returns what switches the network of a page of this shop. */
function network(shop = "https://swarna.test/") {
  const onLine = vi.spyOn(navigator, "onLine", "get").mockReturnValue(true);
  vi.stubGlobal("location", new URL(shop));
  onTestFinished(() => {
    onLine.mockRestore();
    vi.unstubAllGlobals();
  });
  return (isOn: boolean) => void onLine.mockReturnValue(isOn);
}

/** As in Chromium: a module that could not be fetched stays failed. */
function staysFailed(part: ComponentType<{ onClose: () => void }>) {
  const setOnline = network();
  let result: Promise<typeof part> | undefined;
  const fetchPart = () => {
    result ??= navigator.onLine ? Promise.resolve(part) : Promise.reject(new TypeError("Failed to fetch"));
    return result;
  };
  return { fetchPart, setOnline };
}

it("opens a dialog again with the network, after a try without it", async () => {
  const { fetchPart, setOnline } = staysFailed(() => <p>The dialog</p>);
  const person = show(lazyDialog(fetchPart));
  setOnline(false);
  await person.click(screen.getByRole("button", { name: "Open" }));
  expect(await screen.findByText(partMissing)).toBeInTheDocument();
  setOnline(true);
  await person.click(await screen.findByRole("button", { name: "Open" }));
  expect(await screen.findByText("The dialog")).toBeInTheDocument();
});

it("opens a dialog without a network that was fetched while the page was idle", async () => {
  const { fetchPart, setOnline } = staysFailed(() => <p>The dialog</p>);
  const person = show(lazyDialog(fetchPart));
  await [...lazyParts].at(-1)?.();
  setOnline(false);
  await person.click(screen.getByRole("button", { name: "Open" }));
  expect(await screen.findByText("The dialog")).toBeInTheDocument();
});

it.each(["http://localhost:8000", "http://127.0.0.1:8000", "http://[::1]:8000"])(
  "opens a dialog of the shop at %s, which answers without a network",
  async (shop) => {
    network(shop)(false);
    const person = show(lazyDialog(async () => () => <p>The dialog</p>));
    await person.click(screen.getByRole("button", { name: "Open" }));
    expect(await screen.findByText("The dialog")).toBeInTheDocument();
  },
);
