import { screen } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import { makeStore } from "@/app/store";
import { renderWith } from "@/shared/test/render";
import { answer, refusal, server } from "@/shared/test/server";
import { MailLinkPage } from "./MailLinkPage";
import type { mailLinkPages } from "./MailLinkView";

const open = (query: string, path: keyof typeof mailLinkPages = "/newsletter") =>
  renderWith(makeStore("customer"), <MailLinkPage path={path} />, `${path}${query}`);
const press = { confirm: "Yes, send me the newsletter", unsubscribe: "Unsubscribe" };

it.each([
  ["confirm", "You are subscribed"],
  ["unsubscribe", "You are unsubscribed"],
] as const)("a link to %s acts when its button is pressed, and not before", async (action, title) => {
  const asked: string[] = [];
  server.use(
    http.all(`*/api/newsletter/${action}/`, ({ request }) => {
      asked.push(`${request.method} ${new URL(request.url).searchParams.get("token")}`);
      return answer(null);
    }),
  );
  const { person } = open(`?state=${action}&token=1.2.x`);
  const button = await screen.findByRole("button", { name: press[action] });
  expect(button.closest("form")).toHaveAttribute("action", `/api/newsletter/${action}/?token=1.2.x`);
  expect(button.closest("form")).toHaveAttribute("method", "post");
  expect(asked).toEqual([]);
  await person.click(button);
  expect(await screen.findByRole("heading", { name: title })).toHaveFocus();
  expect(asked).toEqual(["POST 1.2.x"]);
  expect(screen.queryByRole("button")).not.toBeInTheDocument();
});

it("a link that is too old says how to get another", async () => {
  server.use(http.post("*/api/newsletter/confirm/", () => refusal(404, "This link is not valid any more.")));
  const { person } = open("?state=confirm&token=1.2.x");
  await person.click(screen.getByRole("button", { name: press.confirm }));
  expect(await screen.findByRole("heading", { name: "This link is not valid any more" })).toBeInTheDocument();
});

it("what did not reach the shop can be tried again", async () => {
  server.use(http.post("*/api/newsletter/confirm/", () => HttpResponse.error(), { once: true }));
  const { person } = open("?state=confirm&token=1.2.x");
  await person.click(screen.getByRole("button", { name: press.confirm }));
  await screen.findByRole("alert");
  server.use(http.post("*/api/newsletter/confirm/", () => answer(null)));
  await person.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByRole("heading", { name: "You are subscribed" })).toBeInTheDocument();
});

it.each(["", "?state=confirm", "?state=unsubscribe&token=", "?state=nothing&token=1"])(
  "without a link (%s) it tells of the newsletter",
  (query) => {
    open(query);
    expect(screen.getByRole("heading", { name: "The newsletter" })).toBeInTheDocument();
    expect(screen.queryByRole("button")).not.toBeInTheDocument();
  },
);

it("a link of a mail about an order stops those mails when its button is pressed", async () => {
  const asked: string[] = [];
  server.use(
    http.post("*/api/notification/unsubscribe/", ({ request }) => {
      asked.push(new URL(request.url).search);
      return answer(null);
    }),
  );
  const { person } = open("?state=orders&token=1.0.x", "/unsubscribe");
  const button = screen.getByRole("button", { name: "Stop these mails" });
  expect(button.closest("form")).toHaveAttribute("action", "/api/notification/unsubscribe/?subject=orders&token=1.0.x");
  await person.click(button);
  expect(await screen.findByRole("heading", { name: "Done" })).toBeInTheDocument();
  expect(asked).toEqual(["?subject=orders&token=1.0.x"]);
  expect(screen.getByRole("link", { name: "All notifications on your Profile" })).toBeInTheDocument();
});
