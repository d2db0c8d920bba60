// The marks of changed rows and new orders, on a page that stays open while the shop is busy.

import type { UnknownAction } from "@reduxjs/toolkit";
import { expect, test } from "vitest";
import { orderArrived, rowStatusSet, rowStatusSlice, selectIsNew, selectRowStatus } from "./rowStatusSlice";

test("the latest 500 changes and new orders stay marked, and so does every message of one's own", () => {
  let rowStatus = rowStatusSlice.getInitialState();
  const dispatch = (action: UnknownAction) => {
    rowStatus = rowStatusSlice.reducer(rowStatus, action);
  };
  dispatch(rowStatusSet({ itemId: 1, mark: { kind: "changed", by: "Priya Menon", at: "" } }));
  dispatch(rowStatusSet({ itemId: 1, mark: { kind: "failed", to: "packed", reason: "No answer" } }));
  for (let id = 2; id <= 602; id += 1) {
    dispatch(rowStatusSet({ itemId: id, mark: { kind: "changed", by: "Priya Menon", at: "" } }));
    dispatch(orderArrived(id));
  }
  const ids = Array.from({ length: 602 }, (_, at) => at + 1);
  expect(ids.filter((id) => selectRowStatus({ rowStatus }, id)?.kind === "changed")).toEqual(ids.slice(-500));
  expect(ids.filter((id) => selectIsNew({ rowStatus }, id))).toEqual(ids.slice(-500));
  expect(selectRowStatus({ rowStatus }, 1)?.kind).toBe("failed");
});
