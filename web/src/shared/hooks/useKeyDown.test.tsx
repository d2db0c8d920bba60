import { render } from "@testing-library/react";
import { useLayoutEffect } from "react";
import { expect, test } from "vitest";
import { useKeyDown } from "./useKeyDown";

test("a key that is pressed as soon as a change shows, sees the change", () => {
  const heard: number[] = [];
  function Page({ value }: { value: number }) {
    useKeyDown(() => heard.push(value));
    useLayoutEffect(() => {
      if (value) document.dispatchEvent(new KeyboardEvent("keydown"));
    }, [value]);
    return null;
  }
  const { rerender, unmount } = render(<Page value={0} />);
  rerender(<Page value={1} />);
  rerender(<Page value={2} />);
  unmount();
  document.dispatchEvent(new KeyboardEvent("keydown"));
  expect(heard).toEqual([1, 2]);
});
