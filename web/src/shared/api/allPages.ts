import type { BaseQueryApi, FetchArgs, QueryReturnValue } from "@reduxjs/toolkit/query";
import type { ApiMeta } from "./baseQuery";
import type { ApiError } from "./errors";

type Call = (
  args: FetchArgs,
) => QueryReturnValue<unknown, ApiError, ApiMeta> | PromiseLike<QueryReturnValue<unknown, ApiError, ApiMeta>>;

/** The `queryFn` of a list that is needed completely, such as the options of a field. It fetches page after page. */
export const allPages =
  <Row>(url: string, params: Record<string, string> = {}) =>
  async (
    _arg: unknown,
    _api: BaseQueryApi,
    _options: unknown,
    call: Call,
  ): Promise<QueryReturnValue<Row[], ApiError, ApiMeta>> => {
    const rows: Row[] = [];
    let cursor: unknown;
    do {
      const { data, error, meta } = await call({ url, params: { ...params, ...(cursor ? { cursor } : {}) } });
      if (error) return { error, meta };
      rows.push(...(data as Row[]));
      cursor = meta?.body.nextCursor;
    } while (cursor);
    return { data: rows };
  };
