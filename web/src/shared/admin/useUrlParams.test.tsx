import { act, screen } from "@testing-library/react";
import { useState } from "react";
import { useLocation } from "react-router";
import { expect, test } from "vitest";
import { makeStore } from "@/app/store";
import { renderWith } from "@/shared/test/render";
import { type UrlChange, useUrlParams } from "./useUrlParams";

function Control({ name, next }: { name: string; next: UrlChange }) {
  const { change } = useUrlParams();
  return (
    <button type="button" onClick={() => change(next)}>
      {name}
    </button>
  );
}

const Search = () => <output>{useLocation().search}</output>;

test("a choice does not undo one in another control that the router has not applied yet", () => {
  renderWith(
    makeStore("admin"),
    <>
      <Control name="Packed" next={{ status: "packed" }} />
      <Control name="Oldest" next={{ sort: "oldest" }} />
      <Search />
    </>,
    "/?search=ring",
  );
  act(() => {
    for (const name of ["Packed", "Oldest"]) screen.getByRole("button", { name }).click();
  });
  expect(screen.getByRole("status")).toHaveTextContent("?search=ring&status=packed&sort=oldest");
});

function Rendered({ seen }: { seen: string[] }) {
  const { params } = useUrlParams();
  const [count, setCount] = useState(0);
  if (count > 0) seen.push(params.toString());
  return (
    <button type="button" onClick={() => setCount(count + 1)}>
      Save view
    </button>
  );
}

test("a control that renders before the router has applied a choice in another one knows it", () => {
  const seen: string[] = [];
  renderWith(
    makeStore("admin"),
    <>
      <Control name="Oldest" next={{ sort: "oldest" }} />
      <Rendered seen={seen} />
    </>,
    "/?status=packed",
  );
  act(() => {
    for (const name of ["Oldest", "Save view"]) screen.getByRole("button", { name }).click();
  });
  expect(new Set(seen)).toEqual(new Set(["status=packed&sort=oldest"]));
});
