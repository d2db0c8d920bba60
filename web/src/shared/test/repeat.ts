import type { UnknownAction } from "@reduxjs/toolkit";
import { act } from "@testing-library/react";
import { api } from "@/shared/api/api";

interface Store {
  getState: () => { api: ReturnType<typeof api.reducer> };
  dispatch: (action: UnknownAction) => unknown;
}

/** Repeats the failed queries of an endpoint, as the page does every few seconds while it is live. */
export async function repeatFailed(store: Store, endpointName: string) {
  const { initiate } = api.endpoints[endpointName as never] as { initiate: (...args: unknown[]) => UnknownAction };
  await act(async () => {
    for (const query of Object.values(store.getState().api.queries)) {
      if (query?.endpointName !== endpointName || query.status !== "rejected") continue;
      store.dispatch(initiate(query.originalArgs, { subscribe: false, forceRefetch: true }));
    }
    // The store tells its subscribers of the start of a request in the next frame.
    await new Promise(requestAnimationFrame);
  });
}
