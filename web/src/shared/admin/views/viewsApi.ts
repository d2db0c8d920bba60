import { api } from "@/shared/api/api";
import type {
  DefaultViewIn,
  SavedViewEditIn,
  SavedViewIn,
  SavedViewOut,
  SavedViewsOut,
  ShareViewIn,
} from "@/shared/api/schema";

export type SavedView = SavedViewOut;
/** A list whose filters are in its address. */
export type ListPage = SavedViewIn["page"];

const url = "/admin/views/";
const tagOf = (page: ListPage) => [{ type: "SavedView", id: page } as const];

const viewsApi = api.injectEndpoints({
  endpoints: (build) => ({
    views: build.query<SavedViewsOut, ListPage>({
      query: (page) => ({ url, params: { page } }),
      providesTags: (_views, _error, page) => tagOf(page),
    }),
    saveView: build.mutation<SavedView, SavedViewIn>({
      query: (body) => ({ url, method: "POST", body }),
      invalidatesTags: (_view, _error, { page }) => tagOf(page),
    }),
    changeView: build.mutation<SavedView, SavedViewEditIn & { id: number; page: ListPage }>({
      query: ({ id, page: _, ...body }) => ({ url, method: "POST", params: { id }, body }),
      invalidatesTags: (_view, _error, { page }) => tagOf(page),
    }),
    shareView: build.mutation<SavedView, ShareViewIn & { page: ListPage }>({
      query: ({ page: _, ...body }) => ({ url, method: "POST", params: { flag: "share" }, body }),
      invalidatesTags: (_view, _error, { page }) => tagOf(page),
    }),
    setDefaultView: build.mutation<SavedViewsOut, DefaultViewIn>({
      query: (body) => ({ url, method: "POST", params: { flag: "default" }, body }),
      invalidatesTags: (_views, _error, { page }) => tagOf(page),
    }),
    deleteView: build.mutation<null, { id: number; page: ListPage }>({
      query: ({ id }) => ({ url, method: "DELETE", params: { id } }),
      invalidatesTags: (_view, _error, { page }) => tagOf(page),
    }),
  }),
});

export const {
  useViewsQuery,
  useSaveViewMutation,
  useChangeViewMutation,
  useShareViewMutation,
  useSetDefaultViewMutation,
  useDeleteViewMutation,
} = viewsApi;
