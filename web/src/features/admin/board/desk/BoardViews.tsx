import { useAdminMeQuery } from "@/shared/admin/adminMeApi";
import { useAssigneesQuery } from "@/shared/admin/desk/deskApi";
import { ViewTabs } from "@/shared/admin/views/ViewTabs";

const names = ["status", "search", "period", "sort", "payment", "assigned", "stuck"];

/** The views of the board: all orders, the open ones of the signed-in person or of nobody, and the saved ones. */
export function BoardViews() {
  const { data: me } = useAdminMeQuery();
  const { data } = useAssigneesQuery();
  const mine = data?.people.find(({ id }) => id === me?.id)?.openOrders;
  const fixed = [
    { name: "All orders", filters: "" },
    { name: "Mine", filters: "assigned=me", count: mine },
    { name: "Unassigned", filters: "assigned=nobody", count: data?.unassigned },
  ];
  return <ViewTabs page="order-management" names={names} fixed={fixed} />;
}
