import { act, screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { describe, expect, it } from "vitest";
import { makeStore } from "@/app/store";
import { sessionEnded, shopperSignedIn } from "@/shared/session/sessionSlice";
import { asha } from "@/shared/test/fixtures";
import { latch } from "@/shared/test/latch";
import { renderWith } from "@/shared/test/render";
import { answer, refusal, server } from "@/shared/test/server";
import { Toasts } from "@/shared/toasts/Toasts";
import { Reviews } from "./Reviews";
import type { OwnReview, Review } from "./reviewsApi";

const review = (over: Partial<Review> = {}): Review => ({
  id: 1,
  productId: 5,
  rating: 5,
  title: "",
  text: "The ruby glows.",
  name: "Nisha",
  date: "2026-11-12T08:00:00.000Z",
  editedAt: null,
  helpful: 0,
  isMarked: false,
  photos: [],
  ...over,
});

/** A server that stores what is written. */
function shop(start: Review[], canReview: boolean) {
  let reviews = start;
  let own: Review | null = null;
  const sent: unknown[] = [];
  server.use(
    http.get("*/api/review/", () =>
      answer(reviews as never, {
        nextCursor: null,
        rating: 4.5,
        total: reviews.length,
        distribution: { 5: reviews.length },
        own: own as never,
        canReview: canReview && own === null,
      }),
    ),
    http.post("*/api/review/", async ({ request }) => {
      const body = (await request.json()) as Review;
      sent.push(body);
      own = review({ ...body, id: 9, name: "Asha", photos: [] });
      reviews = [own, ...start];
      return answer(own as never);
    }),
    http.delete("*/api/review/", () => {
      own = null;
      reviews = start;
      return answer(null);
    }),
  );
  return sent;
}
function show(signedIn = true) {
  const store = makeStore("customer");
  if (signedIn) store.dispatch(shopperSignedIn(asha));
  const page = (
    <>
      <Reviews productId={5} />
      <Toasts />
    </>
  );
  return { store, ...renderWith(store, page) };
}

describe("the reviews of a piece", () => {
  it("are shown as they are, whoever reads them", async () => {
    shop([review({ text: "<script>alert(1)</script>" })], false);
    show(false);
    expect(await screen.findByText("<script>alert(1)</script>")).toBeInTheDocument();
    expect(screen.getByRole("img", { name: "Rated 5 of 5" })).toBeInTheDocument();
    expect(screen.getByRole("link", { name: "Sign in" })).toBeInTheDocument();
    expect(screen.queryByRole("button", { name: "Send review" })).not.toBeInTheDocument();
  });

  it("say that earlier ones could not be loaded, and keep the button", async () => {
    let isAway = true;
    const about = { rating: 4.5, total: 2, distribution: { 5: 2 }, own: null, canReview: false };
    server.use(
      http.get("*/api/review/", ({ request }) => {
        if (!new URL(request.url).searchParams.has("cursor"))
          return answer([review()] as never, { ...about, nextCursor: "1" });
        if (isAway) return refusal(503, "Try again.");
        return answer([review({ id: 2, text: "An heirloom." })] as never, { ...about, nextCursor: null });
      }),
    );
    const { person } = show();
    await person.click(await screen.findByRole("button", { name: "Show earlier reviews" }));
    expect(await screen.findByRole("alert")).toHaveTextContent("The earlier reviews could not be loaded.");
    expect(screen.getByRole("button", { name: "Show earlier reviews" })).toHaveFocus();
    isAway = false;
    await person.keyboard("{Enter}");
    expect(await screen.findByText("An heirloom.")).toBeInTheDocument();
  });

  it("do not blame the words where the shop does not answer", async () => {
    shop([review()], true);
    server.use(http.post("*/api/review/", () => HttpResponse.error()));
    const { person } = show();
    await person.click(await screen.findByRole("radio", { name: "4 stars" }));
    await person.type(screen.getByLabelText("Your review"), "It sits well.");
    await person.click(screen.getByRole("button", { name: "Send review" }));
    expect(await screen.findByRole("alert")).toHaveTextContent(/^The shop did not answer/);
    expect(screen.getByLabelText("Your review")).toBeValid();
    expect(screen.getByRole("button", { name: "Send review" })).toHaveFocus();
  });

  it("are written by who was delivered the piece, who may change and delete theirs", async () => {
    const sent = shop([review()], true);
    const { person } = show();
    await person.click(await screen.findByRole("button", { name: "Send review" }));
    expect(screen.getByText("Please choose how many stars")).toBeInTheDocument();
    expect(screen.getByText("Please write a few words")).toBeInTheDocument();
    await waitFor(() => expect(screen.getByRole("radio", { name: "1 star" })).toHaveFocus());
    await person.click(screen.getByRole("radio", { name: "4 stars" }));
    expect(screen.queryByText("Please choose how many stars")).not.toBeInTheDocument();
    await person.type(screen.getByLabelText("Your review"), "It sits well.");
    await person.click(screen.getByRole("button", { name: "Send review" }));
    expect(await screen.findByText("Thank you for your review")).toBeInTheDocument();
    expect(sent).toEqual([{ productId: 5, rating: 4, text: "It sits well." }]);
    expect(await screen.findByRole("heading", { name: "Your review" })).toBeInTheDocument();
    await person.click(screen.getByRole("button", { name: "Delete your review" }));
    expect(await screen.findByText("Review deleted")).toBeInTheDocument();
    expect(await screen.findByRole("heading", { name: "Write a review" })).toBeInTheDocument();
    // A deleted review can be sent again by one click.
    expect(screen.getByLabelText("Your review")).toHaveFocus();
    await person.click(screen.getByRole("button", { name: "Send review" }));
    expect(await screen.findByRole("heading", { name: "Your review" })).toBeInTheDocument();
    expect(sent).toEqual(Array(2).fill({ productId: 5, rating: 4, text: "It sits well." }));
  });

  it("are not deleted by their writer while staff hide them", async () => {
    const own: OwnReview = { ...review({ name: "Asha" }), status: "hidden", hiddenReason: "It names a person." };
    const about = { nextCursor: null, rating: 4, total: 0, distribution: {}, canReview: false };
    server.use(http.get("*/api/review/", () => answer([], { ...about, own: own as never })));
    show();
    expect(await screen.findByText(/You can change it; we read it again/)).toBeInTheDocument();
    expect(screen.getByRole("button", { name: "Save changes" })).toBeInTheDocument();
    expect(screen.queryByRole("button", { name: "Delete your review" })).not.toBeInTheDocument();
  });

  it("are not lost when the session ends amid one", async () => {
    shop([], true);
    const { person, store } = show();
    await person.click(await screen.findByRole("radio", { name: "4 stars" }));
    await person.type(screen.getByLabelText("Your review"), "It sits well.");
    shop([], false);
    act(() => void store.dispatch(sessionEnded({ role: "customer" })));
    await waitFor(() => expect(screen.queryByLabelText("Your review")).not.toBeInTheDocument());
    shop([], true);
    act(() => void store.dispatch(shopperSignedIn(asha)));
    expect(await screen.findByText("What you had typed is here again.")).toBeInTheDocument();
    expect(screen.getByRole("radio", { name: "4 stars" })).toBeChecked();
    expect(screen.getByLabelText("Your review")).toHaveValue("It sits well.");
    await person.click(screen.getByRole("button", { name: "Send review" }));
    expect(await screen.findByText("Thank you for your review")).toBeInTheDocument();
    expect(screen.queryByText("What you had typed is here again.")).not.toBeInTheDocument();
  });

  it("show how far a photo is, and keep one that was not sent for a retry", async () => {
    const sent = shop([], true);
    const answers = latch();
    let tries = 0;
    server.use(
      http.post("*/api/review/photo/", async () => {
        tries += 1;
        if (tries === 1) return HttpResponse.error();
        await answers.opened;
        return answer({ upload: "a-key" });
      }),
    );
    const { person } = show();
    await person.click(await screen.findByRole("radio", { name: "4 stars" }));
    await person.type(screen.getByLabelText("Your review"), "It sits well.");
    await person.upload(screen.getByLabelText("Add photos"), new File(["x"], "worn.png", { type: "image/png" }));
    const retry = await screen.findByRole("button", { name: "Retry photo 1" });
    expect(screen.getByText(/The shop did not answer/)).toBeInTheDocument();
    expect(screen.getByRole("img", { name: "Number 1, as chosen" })).toBeInTheDocument();
    await person.click(screen.getByRole("button", { name: "Send review" }));
    expect(await screen.findByText("A photo was not sent. Please retry or remove it.")).toBeInTheDocument();
    expect(sent).toEqual([]);
    await person.click(retry);
    expect(await screen.findByRole("progressbar", { name: "Upload of photo 1" })).toBeInTheDocument();
    answers.open();
    await waitFor(() => expect(screen.queryByRole("progressbar", { name: /^Upload/ })).not.toBeInTheDocument());
    await person.click(screen.getByRole("button", { name: "Send review" }));
    expect(await screen.findByText("Thank you for your review")).toBeInTheDocument();
    expect(sent).toEqual([{ productId: 5, rating: 4, text: "It sits well.", photos: [{ upload: "a-key" }] }]);
  });

  it("do not keep a photo that the shop refuses", async () => {
    shop([], true);
    server.use(http.post("*/api/review/photo/", () => refusal(422, "Only JPG, PNG, WebP, and GIF images are allowed")));
    const { person } = show();
    const file = new File(["x"], "not.png", { type: "image/png" });
    await person.upload(await screen.findByLabelText("Add photos"), file);
    expect(await screen.findByText("Only JPG, PNG, WebP, and GIF images are allowed")).toBeInTheDocument();
    expect(screen.queryByRole("button", { name: "Remove photo 1" })).not.toBeInTheDocument();
  });

  it("take the same photo once, and say which was chosen twice", async () => {
    const sent = shop([], true);
    server.use(http.post("*/api/review/photo/", () => answer({ upload: "a-key" })));
    const { person } = show();
    await person.click(await screen.findByRole("radio", { name: "4 stars" }));
    await person.type(screen.getByLabelText("Your review"), "It sits well.");
    const [first, copy] = ["worn.png", "copy.png"].map((name) => new File(["x"], name, { type: "image/png" }));
    await person.upload(screen.getByLabelText("Add photos"), [first as File, copy as File]);
    const note = /^You have added the photo (worn|copy)\.png already\.$/;
    expect(await screen.findByText(note)).toHaveAttribute("role", "status");
    expect(screen.getAllByRole("button", { name: /^Remove photo/ })).toHaveLength(1);
    await person.click(screen.getByRole("button", { name: "Send review" }));
    expect(await screen.findByText("Thank you for your review")).toBeInTheDocument();
    expect(sent).toEqual([{ productId: 5, rating: 4, text: "It sits well.", photos: [{ upload: "a-key" }] }]);
  });

  it("show at the photos why these are refused, not at the words", async () => {
    shop([], true);
    const message = "Please check: photos.";
    server.use(
      http.post("*/api/review/", () => refusal(422, message, { errors: { photos: "Name each photo once." } })),
    );
    const { person } = show();
    await person.click(await screen.findByRole("radio", { name: "4 stars" }));
    await person.type(screen.getByLabelText("Your review"), "It sits well.");
    await person.click(screen.getByRole("button", { name: "Send review" }));
    const photos = screen.getByRole("group", { name: /^Photos/ });
    expect(await within(photos).findByText("Name each photo once.")).toBeInTheDocument();
    expect(screen.getByLabelText("Your review")).not.toBeInvalid();
  });

  it("say why there is no form for others", async () => {
    shop([], false);
    show();
    expect(await screen.findByText(/once it has been delivered to you/)).toBeInTheDocument();
    expect(screen.getByText("Nobody has reviewed this piece yet.")).toBeInTheDocument();
  });
});
