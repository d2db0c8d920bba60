import { api } from "@/shared/api/api";
import type { CardsIn, PreferencesOut } from "@/shared/api/schema";

/** The pages that consist of cards. */
export type CardPageName = "dashboard" | "operations";

export interface ArrangedCards {
  page: CardPageName;
  cards: CardsIn;
}

const preferencesApi = api.injectEndpoints({
  endpoints: (build) => ({
    preferences: build.query<PreferencesOut, void>({ query: () => "/admin/preferences/", providesTags: ["Me"] }),
    arrangeCards: build.mutation<PreferencesOut, ArrangedCards>({
      query: ({ page, cards }) => ({ url: "/admin/preferences/", method: "POST", body: { [page]: cards } }),
      // Update at once; a change that the server did not store is lost at the next load.
      onQueryStarted: ({ page, cards }, { dispatch }) => {
        dispatch(
          preferencesApi.util.updateQueryData("preferences", undefined, (known) => {
            known[page] = cards;
          }),
        );
      },
    }),
  }),
});

export const { usePreferencesQuery, useArrangeCardsMutation } = preferencesApi;
