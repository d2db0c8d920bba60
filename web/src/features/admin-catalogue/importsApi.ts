import type { ThunkAction, UnknownAction } from "@reduxjs/toolkit";
import { api } from "@/shared/api/api";
import type { ForeseenOut, ImportOut, ProblemOut } from "@/shared/api/schema";
import { formOf, type OnProgress, sendForm } from "@/shared/portal/sendForm";

/** What is wrong with a row; the first one below the head is 2. */
export type RowProblem = ProblemOut;
/** What importing a file would do; without an id it has bad rows, and only the others can be imported. */
export type Foreseen = ForeseenOut;
/** A file that is being brought in, or was. */
export type ProductImport = ImportOut;

const importsApi = api.injectEndpoints({
  endpoints: (build) => ({
    checkImport: build.mutation<Foreseen, { file: File; onProgress: OnProgress }>({
      queryFn: async ({ file, onProgress }, call) =>
        (await sendForm("/product/import/", formOf({ file }), call, onProgress)) as { data: Foreseen },
    }),
    startImport: build.mutation<ProductImport, number>({
      query: (id) => ({ url: "/product/import/", method: "POST", params: { id } }),
      invalidatesTags: (_row, error) => (error ? [] : ["ProductImport"]),
    }),
    productImports: build.query<ProductImport[], void>({
      query: () => "/product/import/",
      providesTags: ["ProductImport"],
    }),
    productImport: build.query<ProductImport, number>({
      query: (id) => ({ url: "/product/import/", params: { id } }),
      providesTags: ["ProductImport"],
    }),
  }),
});

export const { useCheckImportMutation, useStartImportMutation, useProductImportsQuery, useProductImportQuery } =
  importsApi;

export type ImportState = Pick<
  ProductImport,
  "id" | "status" | "rows" | "toDo" | "leftOut" | "done" | "created" | "updated" | "unchanged" | "refused" | "adminName"
>;

// biome-ignore lint/suspicious/noExplicitAny: thunks of a store that holds more than this feature knows
type Effect = ThunkAction<void, any, any, UnknownAction>;

/** A batch came in: the open list and the open import go on where they stand. A late event turns nothing back. */
export const importAdvanced =
  (state: ImportState): Effect =>
  (dispatch) => {
    const goOn = (row: ProductImport | undefined) => {
      if (row && row.status !== "done" && row.done <= state.done) Object.assign(row, state);
    };
    dispatch(
      importsApi.util.updateQueryData("productImports", undefined, (rows) =>
        goOn(rows.find(({ id }) => id === state.id)),
      ),
    );
    dispatch(importsApi.util.updateQueryData("productImport", state.id, (row) => goOn(row)));
  };
