import { expect, it } from "vitest";
import { makeStore } from "@/app/store";
import { api } from "./api";
import { loadPreloadedState } from "./preloadedState";

const ring = { id: 1, code: "RG", name: "Rings", imageUrl: null };

it("takes the categories of the served page", async () => {
  const page = document.implementation.createHTMLDocument();
  const state = page.createElement("script");
  state.id = "preloaded-state";
  state.textContent = JSON.stringify({ after: 7, answers: [{ endpoint: "getCategories", body: { data: [ring] } }] });
  page.body.append(state);
  const store = makeStore("customer");
  expect(loadPreloadedState(page, store)).toBe(7);
  expect(page.getElementById("preloaded-state")).toBeNull();
  // biome-ignore lint/suspicious/noExplicitAny: the endpoint is injected elsewhere
  const { data } = await store.dispatch((api.endpoints as any).getCategories.initiate(undefined));
  expect(data).toEqual([ring]);
});
