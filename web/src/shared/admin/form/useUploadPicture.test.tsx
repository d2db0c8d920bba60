import { act, renderHook, waitFor } from "@testing-library/react";
import { http } from "msw";
import type { ReactNode } from "react";
import { Provider } from "react-redux";
import { expect, it } from "vitest";
import { makeStore } from "@/app/store";
import { api } from "@/shared/api/api";
import { adminSignedIn } from "@/shared/session/sessionSlice";
import { answer, refusal, server } from "@/shared/test/server";
import { useUploadPicture } from "./useUploadPicture";

const probe = api.injectEndpoints({
  endpoints: (build) => ({
    vendors: build.query<unknown, void>({ query: () => "vendor/", providesTags: ["Vendor"] }),
  }),
});

it("learns the end of a session from a refusal of another role's session", async () => {
  server.use(
    http.post("*/api/productimage/", () =>
      refusal(403, "Only staff may do that.", { data: { ended: { admin: "idle" } } }),
    ),
  );
  const store = makeStore("admin");
  store.dispatch(adminSignedIn());
  const wrapper = ({ children }: { children: ReactNode }) => <Provider store={store}>{children}</Provider>;
  const { result } = renderHook(() => useUploadPicture(), { wrapper });
  await result.current(new File(["x"], "a.png", { type: "image/png" }), () => undefined);
  expect(store.getState().session).toMatchObject({ isAdmin: false, signInNeeded: true, ending: { reason: "idle" } });
});

it("lets the lists of the portal be fetched again while an image is uploaded", async () => {
  let reads = 0;
  server.use(
    http.post("*/api/productimage/", () => new Promise<never>(() => undefined)),
    http.get("*/api/vendor/", () => answer({ reads: ++reads })),
  );
  const store = makeStore("admin");
  const wrapper = ({ children }: { children: ReactNode }) => <Provider store={store}>{children}</Provider>;
  const { result } = renderHook(() => ({ upload: useUploadPicture(), list: probe.useVendorsQuery() }), { wrapper });
  await waitFor(() => expect(reads).toBe(1));
  const upload = result.current.upload(new File(["x"], "a.png", { type: "image/png" }), () => undefined);
  act(() => void store.dispatch(api.util.invalidateTags(["Vendor"])));
  await waitFor(() => expect(reads).toBe(2));
  upload.abort();
  expect((await upload).error?.status).toBe("offline");
});
