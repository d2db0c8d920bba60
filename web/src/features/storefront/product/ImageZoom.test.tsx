import { screen } from "@testing-library/react";
import { expect, it, onTestFinished, vi } from "vitest";
import { makeStore } from "@/app/store";
import type { ProductImage } from "@/shared/api/types";
import { product } from "@/shared/test/fixtures";
import { renderWith } from "@/shared/test/render";
import { ImageZoom } from "./ImageZoom";

const image: ProductImage = {
  id: 1,
  productId: 5,
  type: "gallery",
  imageUrl: "/media/1.webp",
  status: "ready",
  width: 1000,
  height: 1000,
  placeholder: null,
  renditions: [],
};

/** An image of 400 px in a window of 400 px, which is 800 px wide when it is enlarged. */
function show() {
  const layout = vi.spyOn(Element.prototype, "getBoundingClientRect").mockImplementation(function (this: Element) {
    const width = this.matches(".near") ? 800 : 400;
    const stage = this.closest(".zoom-stage");
    return new DOMRect(-(stage?.scrollLeft ?? 0), 50 - (stage?.scrollTop ?? 0), width, width);
  });
  onTestFinished(() => layout.mockRestore());
  const { person } = renderWith(
    makeStore("customer"),
    <ImageZoom product={product({ images: [image] })} view={0} onTurn={() => {}} onClose={() => {}} />,
  );
  const stage = screen.getByRole("region", { name: /^View 1 of/ });
  return { person, scrolled: () => [stage.scrollLeft, stage.scrollTop] };
}

it.each([
  [300, 350, [300, 300]],
  [0, 50, [0, 0]],
])("leaves the point of an image where it was tapped: %d, %d", async (clientX, clientY, scrolled) => {
  const zoom = show();
  const target = screen.getByRole("button", { name: "Larger" });
  await zoom.person.pointer({ target, coords: { clientX, clientY }, keys: "[MouseLeft]" });
  expect(screen.getByRole("button", { name: "Smaller" })).toBeInTheDocument();
  expect(zoom.scrolled()).toEqual(scrolled);
});

it("enlarges the middle of an image by keyboard", async () => {
  const zoom = show();
  screen.getByRole("button", { name: "Larger" }).focus();
  await zoom.person.keyboard("{Enter}");
  expect(zoom.scrolled()).toEqual([200, 200]);
});
