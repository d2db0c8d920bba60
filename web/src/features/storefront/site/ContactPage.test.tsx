import { screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { describe, expect, it } from "vitest";
import { makeStore } from "@/app/store";
import { NewsletterForm } from "@/app/storefront/layout/NewsletterForm";
import { renderWith } from "@/shared/test/render";
import { answer, refusal, server, shopContact } from "@/shared/test/server";
import { Toasts } from "@/shared/toasts/Toasts";
import { ContactPage } from "./ContactPage";

async function written() {
  const shown = renderWith(
    makeStore("customer"),
    <>
      <ContactPage />
      <Toasts />
    </>,
  );
  await shown.person.type(screen.getByLabelText("Name"), "Nila");
  await shown.person.type(screen.getByLabelText("Email"), "nila@shoppers.example");
  return shown;
}
const send = () => screen.getByRole("button", { name: "Send message" });

describe("the contact page", () => {
  it("shows the chat and the shop's pages elsewhere only where they are set", async () => {
    const { unmount } = renderWith(makeStore("customer"), <ContactPage />);
    await screen.findByText("Online support 24/7");
    expect(screen.queryByRole("link", { name: "Chat with us" })).not.toBeInTheDocument();
    expect(screen.queryByText("See it worn")).not.toBeInTheDocument();
    unmount();
    const socialLinks = [{ name: "YouTube", url: "https://www.youtube.com/@swarna" }];
    server.use(http.get("*/api/contact/", () => answer({ chatNumber: "919840000000", socialLinks })));
    renderWith(makeStore("customer"), <ContactPage />);
    expect(await screen.findByRole("link", { name: "YouTube" })).toHaveAttribute("href", socialLinks[0]?.url);
    expect(screen.getByRole("link", { name: "Chat with us" })).toHaveAttribute("target", "_blank");
  });

  it("has the shop's mailbox, and its address where one is set", async () => {
    const { unmount } = renderWith(makeStore("customer"), <ContactPage />);
    const mailbox = await screen.findByRole("link", { name: "care@shop.example" });
    expect(mailbox).toHaveAttribute("href", "mailto:care@shop.example");
    expect(screen.getByText("Address").nextSibling).toHaveTextContent("1 Car StreetChennai 600004");
    unmount();
    server.use(http.get("*/api/contact/", () => answer({ ...shopContact, address: [] })));
    renderWith(makeStore("customer"), <ContactPage />);
    await screen.findByRole("link", { name: "care@shop.example" });
    expect(screen.queryByText("Address")).not.toBeInTheDocument();
  });

  it("begins the message of who came from the chat", () => {
    renderWith(makeStore("customer"), <ContactPage />, "/contact-us?message=Hello%20Swarna");
    expect(screen.getByLabelText("Message (optional)")).toHaveValue("Hello Swarna");
  });
});

describe("the contact form", () => {
  it("needs a name and an address that can be one", async () => {
    const { person } = renderWith(makeStore("customer"), <ContactPage />);
    await person.click(send());
    expect(screen.getByText("Please enter your name")).toBeInTheDocument();
    expect(screen.getByText("Please enter your email")).toBeInTheDocument();
    await waitFor(() => expect(screen.getByLabelText("Name")).toHaveFocus());
    await person.type(screen.getByLabelText("Email"), "nila");
    await person.click(send());
    expect(screen.getByText("Please enter a valid email address")).toBeInTheDocument();
  });

  it("sends what was written and thanks for it", async () => {
    let sent: unknown;
    server.use(
      http.post("*/api/order/", async ({ request }) => {
        expect(new URL(request.url).searchParams.get("flag")).toBe("sendMailForUser");
        sent = await request.json();
        return answer(null);
      }),
    );
    const { person } = await written();
    await person.click(send());
    expect(await screen.findByText("We have received your email. We'll reach you back soon.")).toBeInTheDocument();
    expect(sent).toEqual({ name: "Nila", email: "nila@shoppers.example", phone: "", company: "", message: "" });
    expect(screen.getByLabelText("Name")).toHaveValue("");
  });

  it("keeps what was written when the shop refuses it or cannot be reached", async () => {
    server.use(http.post("*/api/order/", () => refusal(500, "")));
    const { person } = await written();
    await person.click(send());
    expect(await screen.findByText("Failed to send email.")).toBeInTheDocument();
    server.use(http.post("*/api/order/", () => HttpResponse.error()));
    await person.click(send());
    expect(await screen.findByText("Could not send the email. Please try again.")).toBeInTheDocument();
    expect(screen.getByLabelText("Name")).toHaveValue("Nila");
  });
});

describe("the newsletter", () => {
  it("takes an address and says what comes next", async () => {
    server.use(http.post("*/api/newsletter/", () => answer(null)));
    const { person } = renderWith(makeStore("customer"), <NewsletterForm />);
    await person.click(screen.getByRole("button", { name: "Subscribe" }));
    expect(screen.getByRole("status")).toHaveTextContent("Please enter your email");
    await person.type(screen.getByRole("textbox"), "nila@shoppers.example");
    await person.click(screen.getByRole("button", { name: "Subscribe" }));
    expect(await screen.findByText(/^Thank you. Please confirm/)).toBeInTheDocument();
  });
});
