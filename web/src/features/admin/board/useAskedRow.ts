import { useCallback, useEffect } from "react";
import { useDispatch, useSelector } from "react-redux";
import { useBoardOrderQuery } from "@/shared/admin/orders/boardApi";
import {
  type AskedItem,
  itemAsked,
  type RowMessagesState,
  selectAskedItem,
} from "@/shared/admin/orders/rowMessagesSlice";
import { boardRows } from "./boardRows";

/**
 * The row that a dialog asks about, updated live even after it has left every list, and the function that closes the
 * dialog. It also closes when the page is left.
 */
export function useAskedRow(what: AskedItem["what"]) {
  const dispatch = useDispatch();
  const item = useSelector((state: RowMessagesState) => selectAskedItem(state));
  const asked = item?.what === what ? item : null;
  const { currentData } = useBoardOrderQuery(asked?.order.id ?? 0, { skip: !asked });
  const row = asked && boardRows([currentData ?? asked.order]).find(({ id }) => id === asked.itemId);
  const close = useCallback(() => void dispatch(itemAsked(null)), [dispatch]);
  useEffect(() => close, [close]);
  return { row, close };
}
