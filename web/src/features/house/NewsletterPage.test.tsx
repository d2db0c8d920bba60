import { screen } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import { makeStore } from "@/app/store";
import { renderWith } from "@/shared/test/render";
import { answer, refusal, server } from "@/shared/test/server";
import { NewsletterPage } from "./NewsletterPage";

const follow = (state: string) =>
  renderWith(makeStore("customer"), <NewsletterPage />, `/newsletter?state=${state}&token=1.2.x`);

it.each([
  ["confirm", "GET", "You are subscribed"],
  ["unsubscribe", "POST", "You are unsubscribed"],
])("a link to %s is followed once", async (wish, method, title) => {
  const asked: string[] = [];
  server.use(
    http.all(`*/api/newsletter/${wish}/`, ({ request }) => {
      asked.push(`${request.method} ${new URL(request.url).searchParams.get("token")}`);
      return answer(null);
    }),
  );
  follow(wish);
  expect(await screen.findByRole("heading", { name: title })).toBeInTheDocument();
  expect(asked).toEqual([`${method} 1.2.x`]);
});

it("a link that is too old says how to get another", async () => {
  server.use(http.get("*/api/newsletter/confirm/", () => refusal(404, "This link is not valid any more.")));
  follow("confirm");
  expect(await screen.findByRole("heading", { name: "This link is not valid any more" })).toBeInTheDocument();
});

it("what did not reach the shop can be tried again", async () => {
  server.use(http.get("*/api/newsletter/confirm/", () => HttpResponse.error(), { once: true }));
  const { person } = follow("confirm");
  await screen.findByRole("alert");
  server.use(http.get("*/api/newsletter/confirm/", () => answer(null)));
  await person.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByRole("heading", { name: "You are subscribed" })).toBeInTheDocument();
});
