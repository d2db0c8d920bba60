import { delay, HttpResponse, http } from "msw";
import { describe, expect, it } from "vitest";
import { makeStore } from "@/app/store";
import { resetOnSignOut } from "@/app/storefront/resetOnSignOut";
import { shopperSignedIn } from "@/shared/session/sessionSlice";
import { asha } from "@/shared/test/fixtures";
import { answer, refusal, server } from "@/shared/test/server";
import { api } from "./api";
import { errorReason, errorText, isSignedOut, isUnanswered } from "./errors";
import { lastEvent } from "./lastEvent";
import { addToWishlist } from "./wishlist";

const probe = api.injectEndpoints({
  endpoints: (build) => ({
    look: build.query<unknown, void>({ query: () => "probe/" }),
    pageOf: build.query<unknown, void>({
      query: () => "probe/",
      transformResponse: (data, meta) => ({ data, next: meta?.body.nextCursor }),
    }),
    act: build.mutation<unknown, void>({ query: () => ({ url: "probe/", method: "POST", body: { a: 1 } }) }),
    edit: build.mutation<unknown, void>({
      query: () => ({
        url: "probe/",
        method: "POST",
        params: { id: 1 },
        body: { name: "Nath", seen: { name: "Ring" } },
      }),
    }),
  }),
  overrideExisting: true,
});

const setCookie = (token: string) => {
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie jar of the test browser
  document.cookie = `XSRF-TOKEN=${encodeURIComponent(token)}; path=/`;
};

function signedInStore() {
  const store = makeStore("customer");
  store.dispatch(shopperSignedIn(asha));
  return store;
}
const look = (store = makeStore("customer")) => store.dispatch(probe.endpoints.look.initiate());
const act = (store = makeStore("customer")) => store.dispatch(probe.endpoints.act.initiate());

describe("an answer", () => {
  it("is unwrapped", async () => {
    server.use(http.get("*/api/probe/", () => answer({ id: 1 })));
    expect((await look()).data).toEqual({ id: 1 });
  });

  it("may be a list as the body itself", async () => {
    server.use(http.get("*/api/probe/", () => HttpResponse.json([{ cartId: 1 }])));
    expect((await look()).data).toEqual([{ cartId: 1 }]);
  });

  it("keeps what stands beside its data", async () => {
    server.use(http.get("*/api/probe/", () => answer([], { nextCursor: "abc" })));
    const { data } = await makeStore("customer").dispatch(probe.endpoints.pageOf.initiate());
    expect(data).toEqual({ data: [], next: "abc" });
  });
});

describe("the last event", () => {
  it("goes with every call, so that nothing older is the answer", async () => {
    const sent: (string | null)[] = [];
    server.use(
      http.get("*/api/probe/", ({ request }) => {
        sent.push(request.headers.get("X-After-Event"));
        return answer(null);
      }),
    );
    await look();
    lastEvent.id = 42;
    await look();
    expect(sent).toEqual([null, "42"]);
  });
});

describe("the XSRF token", () => {
  it("goes with what changes something, and only with that", async () => {
    const sent: (string | null)[] = [];
    const note = ({ request }: { request: Request }) => {
      sent.push(request.headers.get("X-XSRF-TOKEN"));
      return answer(null);
    };
    server.use(http.get("*/api/probe/", note), http.post("*/api/probe/", note));
    setCookie("a.b=");
    await look();
    await act();
    expect(sent).toEqual([null, "a.b="]);
  });

  it("is renewed once by a refusal that brings a fresh one", async () => {
    const sent: (string | null)[] = [];
    server.use(
      http.post("*/api/probe/", ({ request }) => {
        const token = request.headers.get("X-XSRF-TOKEN");
        sent.push(token);
        if (token === "fresh") return answer("done");
        setCookie("fresh");
        return refusal(403, "Load the page again.", { errors: { xsrf: "stale" } });
      }),
    );
    setCookie("stale");
    expect((await act()).data).toBe("done");
    expect(sent).toEqual(["stale", "fresh"]);
  });

  it("is not tried a third time", async () => {
    let calls = 0;
    server.use(
      http.post("*/api/probe/", () => {
        calls += 1;
        return refusal(403, "Load the page again.", { errors: { xsrf: "stale" } });
      }),
    );
    expect((await act()).error).toMatchObject({ status: 403 });
    expect(calls).toBe(2);
  });
});

describe("a refusal", () => {
  it("names its fields and carries its data", async () => {
    server.use(
      http.post("*/api/probe/", () =>
        refusal(409, "Prices have changed.", { errors: { a: "too old" }, data: { reason: "x" } }),
      ),
    );
    const { error } = await act();
    expect(error).toMatchObject({ status: 409, errors: { a: "too old" }, data: { reason: "x" } });
    expect(errorText(error, "Failed")).toBe("Prices have changed.");
  });

  it("of an unknown session drops the flag; an action also asks for the sign-in", async () => {
    const closed = () => refusal(401, "Please sign in.");
    server.use(http.get("*/api/probe/", closed), http.post("*/api/probe/", closed));
    const reader = signedInStore();
    await look(reader);
    expect(reader.getState().session).toMatchObject({ authUser: null, signInNeeded: false });
    const doer = signedInStore();
    await act(doer);
    expect(doer.getState().session).toMatchObject({ authUser: null, signInNeeded: true });
  });

  it("of a query keeps an action that has no answer yet, since the end of the session aborts it", async () => {
    const closed = () => refusal(401, "Please sign in.");
    server.use(
      http.get("*/api/probe/", closed),
      http.post("*/api/wishlist/", () => delay("infinite")),
    );
    const store = signedInStore();
    resetOnSignOut(store);
    const added = store.dispatch(addToWishlist.initiate({ customerId: asha.id, productId: 7 }));
    await look(store);
    expect(isSignedOut((await added).error)).toBe(true);
    const asked = { authUser: null, signInNeeded: true, pendingAction: { kind: "wishlist", productId: 7 } };
    expect(store.getState().session).toMatchObject(asked);
    await look(store);
    expect(store.getState().session).toMatchObject(asked);
  });

  it("over a limit shows the server's message", async () => {
    const sentence = "Ten codes were sent to this address today. Please wait 24 hours and try again.";
    server.use(
      http.post("*/api/probe/", () =>
        HttpResponse.json({ message: sentence }, { status: 429, headers: { "Retry-After": "86400" } }),
      ),
    );
    const { error } = await act();
    expect(errorReason(error)).toBe(sentence);
    expect(errorText(error, "Failed")).toBe(sentence);
  });

  it.each([
    ["1", "1 second"],
    ["40", "40 seconds"],
    ["600", "10 minutes"],
    ["7200", "2 hours"],
    ["86400", "24 hours"],
  ])("over a limit without a message, says for %s seconds to wait %s", async (seconds, wait) => {
    server.use(
      http.post("*/api/probe/", () => HttpResponse.json({}, { status: 429, headers: { "Retry-After": seconds } })),
    );
    const { error } = await act();
    expect(errorReason(error)).toBe(`Too many tries. Please wait ${wait} and try again.`);
    expect(errorText(error, "Failed")).toBe(errorReason(error));
  });

  it("without an answer is told apart from a refusal", async () => {
    server.use(http.post("*/api/probe/", () => HttpResponse.error()));
    const { error } = await act();
    expect(isUnanswered(error)).toBe(true);
    expect(errorText(error, "Failed to place order. Please try again.")).toBe(
      "Failed to place order. Please try again.",
    );
    expect(errorReason(error)).toMatch(/did not answer/);
  });

  it("that is not JSON is still a refusal", async () => {
    server.use(http.post("*/api/probe/", () => new HttpResponse("<h1>Bad gateway</h1>", { status: 502 })));
    const { error } = await act();
    expect(error).toMatchObject({ status: 502 });
    expect(isUnanswered(error)).toBe(true);
  });
});

it("saves without the values seen where an API of the version before does not know them", async () => {
  const sent: unknown[] = [];
  server.use(
    http.post("*/api/probe/", async ({ request }) => {
      const body = (await request.json()) as object;
      sent.push(body);
      return "seen" in body
        ? refusal(422, "Please check: seen.", { errors: { seen: "is not known" } })
        : answer({ id: 1 });
    }),
  );
  const store = makeStore("admin");
  expect((await store.dispatch(probe.endpoints.edit.initiate())).data).toEqual({ id: 1 });
  expect(sent).toEqual([{ name: "Nath", seen: { name: "Ring" } }, { name: "Nath" }]);
});
