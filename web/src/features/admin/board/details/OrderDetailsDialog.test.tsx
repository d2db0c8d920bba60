import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { admin, item, order, serveOrders } from "@/app/admin/test/adminApp";
import { makeStore } from "@/app/store";
import { PermissionsProvider } from "@/shared/admin/permissions";
import { renderWith } from "@/shared/test/render";
import { OrderDetailsDialog } from "./OrderDetailsDialog";

const detailsOf = (id: number) => (
  <PermissionsProvider admin={{ ...admin, roles: ["owner"] }}>
    <OrderDetailsDialog id={id} onClose={() => undefined} />
  </PermissionsProvider>
);

test("what is open of one order is not open of the next", async () => {
  serveOrders([1057, 1058].map((id) => order(id, "Meera Joshi", [item(id, id)])));
  const { person, rerender } = renderWith(makeStore("admin"), detailsOf(1057));
  await screen.findByRole("button", { name: "Cancel items" });
  rerender(detailsOf(1058));
  await person.click(await screen.findByRole("button", { name: "Cancel items" }));
  expect(screen.getByRole("checkbox", { name: /Piece 1058/ })).toBeInTheDocument();
  rerender(detailsOf(1057));
  expect(await screen.findByRole("button", { name: "Cancel items" })).toBeInTheDocument();
});
