import { api } from "@/shared/api/api";
import type { ImportOut, ImportPreviewOut, ProblemOut } from "@/shared/api/schema";
import { formOf, type OnProgress, sendForm } from "@/shared/api/sendForm";
import type { Thunk } from "@/shared/api/thunk";

/** An error of a row; the first row after the header is 2. */
export type RowProblem = ProblemOut;
/** The effect of an import. Without an id there are bad rows, and only the others can be imported. */
export type ImportCheck = ImportPreviewOut;
/** A running or finished import. */
export type ProductImport = ImportOut;

const importsApi = api.injectEndpoints({
  endpoints: (build) => ({
    checkImport: build.mutation<ImportCheck, { file: File; onProgress: OnProgress }>({
      queryFn: async ({ file, onProgress }, call) =>
        (await sendForm("/product/import/", formOf({ file }), call, onProgress)) as { data: ImportCheck },
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

/** Applies the progress of an import to the cached list and detail. Late events are ignored. */
export const importAdvanced =
  (state: ImportState): Thunk =>
  (dispatch) => {
    const applyProgress = (row: ProductImport | undefined) => {
      if (row && row.status !== "done" && row.done <= state.done) Object.assign(row, state);
    };
    dispatch(
      importsApi.util.updateQueryData("productImports", undefined, (rows) =>
        applyProgress(rows.find(({ id }) => id === state.id)),
      ),
    );
    dispatch(importsApi.util.updateQueryData("productImport", state.id, (row) => applyProgress(row)));
  };
