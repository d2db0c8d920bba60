import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Dialog } from "./Dialog";

/** As in the browsers that have it: the back button of a phone and Escape close the one on top. */
class Watcher {
  onclose: (() => void) | null = null;
  constructor() {
    watchers.push(this);
  }
  destroy() {
    watchers = watchers.filter((each) => each !== this);
  }
}
let watchers: Watcher[];

beforeEach(() => {
  watchers = [];
  vi.stubGlobal("CloseWatcher", Watcher);
});
afterEach(() => void vi.unstubAllGlobals());

const goBack = () => act(() => watchers.pop()?.onclose?.());

/** The browser acts in the same task, once the listeners of the page have run and React has rendered. */
function pressEscape() {
  const isLeftToBrowser = fireEvent.keyDown(document.body, { key: "Escape", code: "Escape" });
  if (isLeftToBrowser) goBack();
}

function TwoDialogs({ onClose }: { onClose: (title: string) => void }) {
  const [open, setOpen] = useState(["Order"]);
  const close = (title: string) => {
    onClose(title);
    setOpen((before) => before.filter((each) => each !== title));
  };
  return open.map((title) => (
    <Dialog key={title} title={title} onClose={() => close(title)}>
      <button type="button" onClick={() => setOpen(["Order", "Photo"])}>
        Open
      </button>
    </Dialog>
  ));
}

it.each([
  ["Escape", pressEscape],
  ["the back button", goBack],
])("of two dialogs %s closes the one on top, then the other one", async (_name, leave) => {
  const closed: string[] = [];
  render(<TwoDialogs onClose={(title) => closed.push(title)} />);
  await waitFor(() => expect(watchers).toHaveLength(1));
  fireEvent.click(screen.getByRole("button", { name: "Open" }));
  await waitFor(() => expect(watchers).toHaveLength(2));
  leave();
  expect(closed).toEqual(["Photo"]);
  expect(screen.getByRole("dialog", { name: "Order" })).toBeInTheDocument();
  await waitFor(() => expect(watchers).toHaveLength(1));
  leave();
  expect(closed).toEqual(["Photo", "Order"]);
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  await waitFor(() => expect(watchers).toHaveLength(0));
});

it("asks again on the back button while it stays open", async () => {
  const onClose = vi.fn();
  render(
    <Dialog title="Recovery codes" onClose={onClose}>
      AB12
    </Dialog>,
  );
  for (const times of [1, 2]) {
    await waitFor(() => expect(watchers).toHaveLength(1));
    goBack();
    expect(onClose).toHaveBeenCalledTimes(times);
  }
});

it("goes by Shift+Tab from its top to its last control, and not to a disabled one", async () => {
  const person = userEvent.setup();
  const footer = (
    <>
      <button type="button">Keep it</button>
      <button type="button" disabled>
        Remove
      </button>
    </>
  );
  render(
    <>
      <button type="button">Open</button>
      <Dialog title="Order" onClose={() => {}} footer={footer}>
        Words
      </Dialog>
    </>,
  );
  await waitFor(() => expect(screen.getByRole("dialog")).toHaveFocus());
  await person.tab({ shift: true });
  expect(screen.getByRole("button", { name: "Keep it" })).toHaveFocus();
  await person.tab({ shift: true });
  expect(screen.getByRole("region", { name: "Order: contents" })).toHaveFocus();
});
