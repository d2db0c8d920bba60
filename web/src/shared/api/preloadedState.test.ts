import { http } from "msw";
import { expect, it } from "vitest";
import { makeStore } from "@/app/store";
import { answer, server } from "@/shared/test/server";
import { api } from "./api";
import { loadPreloadedState } from "./preloadedState";

const ring = { id: 1, code: "RG", name: "Rings", imageUrl: null };
const nath = { id: 201, code: "NT", name: "Nath", imageUrl: null };

async function categoriesOf(body: object) {
  const asked: (string | null)[] = [];
  server.use(
    http.get("*/api/category/", ({ request }) => {
      const cursor = new URL(request.url).searchParams.get("cursor");
      asked.push(cursor);
      return cursor ? answer([nath]) : answer([ring], { nextCursor: "200" });
    }),
  );
  const page = document.implementation.createHTMLDocument();
  const state = page.createElement("script");
  state.id = "preloaded-state";
  state.textContent = JSON.stringify({ after: 7, answers: [{ endpoint: "getCategories", body }] });
  page.body.append(state);
  const store = makeStore("customer");
  expect(loadPreloadedState(page, store)).toBe(7);
  // biome-ignore lint/suspicious/noExplicitAny: the endpoint is injected elsewhere
  const { data } = await store.dispatch((api.endpoints as any).getCategories.initiate(undefined));
  return { data, asked };
}

it("takes the categories of the served page", async () => {
  expect(await categoriesOf({ data: [ring], nextCursor: null })).toEqual({ data: [ring], asked: [] });
});

it("fetches all categories if the served page has only the first ones", async () => {
  expect(await categoriesOf({ data: [ring], nextCursor: "200" })).toEqual({ data: [ring, nath], asked: [null, "200"] });
});
