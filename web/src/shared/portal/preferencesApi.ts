import { api } from "@/shared/api/api";
import type { CardsIn, PreferencesOut } from "@/shared/api/schema";

/** The pages that are made of cards. */
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
      // The page follows the hand; what the server did not keep is there again after the next load.
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
