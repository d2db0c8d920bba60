// The messages of changed rows, and new orders, on a page that stays open while the shop is busy.

import type { UnknownAction } from "@reduxjs/toolkit";
import { expect, test } from "vitest";
import { orderArrived, rowMessageSet, rowMessagesSlice, selectIsNew, selectRowMessage } from "./rowMessagesSlice";

test("the latest 500 changes and new orders stay marked, and so does every message of one's own", () => {
  let rowMessages = rowMessagesSlice.getInitialState();
  const dispatch = (action: UnknownAction) => {
    rowMessages = rowMessagesSlice.reducer(rowMessages, action);
  };
  dispatch(rowMessageSet({ itemId: 1, message: { kind: "changed", by: "Priya Menon", at: "" } }));
  dispatch(rowMessageSet({ itemId: 1, message: { kind: "failed", to: "packed", reason: "No answer" } }));
  for (let id = 2; id <= 602; id += 1) {
    dispatch(rowMessageSet({ itemId: id, message: { kind: "changed", by: "Priya Menon", at: "" } }));
    dispatch(orderArrived(id));
  }
  const ids = Array.from({ length: 602 }, (_, at) => at + 1);
  expect(ids.filter((id) => selectRowMessage({ rowMessages }, id)?.kind === "changed")).toEqual(ids.slice(-500));
  expect(ids.filter((id) => selectIsNew({ rowMessages }, id))).toEqual(ids.slice(-500));
  expect(selectRowMessage({ rowMessages }, 1)?.kind).toBe("failed");
});
