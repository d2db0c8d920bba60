import { act, screen, waitFor } from "@testing-library/react";
import { http } from "msw";
import { expect, it, vi } from "vitest";
import { makeStore } from "@/app/store";
import { renderWith } from "@/shared/test/render";
import { answer, server } from "@/shared/test/server";
import { ChatLink } from "./ChatLink";

const show = (path: string, title: string) => {
  document.title = title;
  return renderWith(makeStore("customer"), <ChatLink />, path);
};
const chat = () => screen.getByRole("link", { name: /^Chat with us/ });
const message = () => new URL(chat().getAttribute("href") ?? "", "http://shop.example").searchParams;
const origin = window.location.origin;

it.each([
  ["/6", "Lotus Ring | Swarna", `“Lotus Ring” (${origin}/6)`],
  ["/products?sort=rating&categoryId=3", "Rings | Swarna", `the page “Rings” (${origin}/products?categoryId=3)`],
  ["/products?categoryId=3&categoryId=4", "All jewellery", `the page “All jewellery” (${origin}/products)`],
  ["/products?categoryId=3x", "All jewellery", `the page “All jewellery” (${origin}/products)`],
  ["/products?categoryId=3&search=ruby", "Results for “ruby”", `the page “Results for “ruby”” (${origin}/products)`],
  ["/wedding-jewellery?categoryId=3", "Wedding", `the page “Wedding” (${origin}/wedding-jewellery)`],
  ["/my-orders", "My Orders | Swarna", `the page “My Orders” (${origin}/my-orders)`],
  ["/my-orders/12/invoice", "Invoice 12 | Swarna", "order 12"],
  ["/order-confirm?order=12", "Order confirmed | Swarna", "order 12"],
  ["/newsletter?state=confirm&token=secret", "Newsletter | Swarna", `the page “Newsletter” (${origin}/newsletter)`],
])("names what it was opened from: %s", async (path, title, subject) => {
  server.use(http.get("*/api/contact/", () => answer({ chatNumber: "919840000000", socialLinks: [] })));
  show(path, title);
  await waitFor(() => expect(chat()).toHaveAttribute("target", "_blank"));
  expect(chat().getAttribute("href")).toMatch(/^https:\/\/wa\.me\/919840000000\?text=/);
  expect(message().get("text")).toBe(`Hello Swarna, I need help with ${subject}.`);
});

it("names the address that the server gives the shop", async () => {
  document.head.innerHTML = '<link rel="canonical" href="https://shop.example/6">';
  vi.resetModules();
  const { chatSubject } = await import("@/shared/chat");
  document.head.innerHTML = "";
  const subject = chatSubject({ pathname: "/6", search: "" }, "Lotus Ring | Swarna");
  expect(subject).toBe("“Lotus Ring” (https://shop.example/6)");
});

it("leads to the contact page where the shop has no number, and follows the page's title", async () => {
  show("/6", "Swarna");
  expect(chat().getAttribute("href")).toMatch(/^\/contact-us\?message=/);
  act(() => {
    document.title = "Lotus Ring | Swarna";
  });
  await waitFor(() => expect(message().get("message")).toContain("“Lotus Ring”"));
});
