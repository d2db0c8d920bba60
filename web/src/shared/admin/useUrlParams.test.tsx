import { act, screen } from "@testing-library/react";
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
