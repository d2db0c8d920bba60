import { fireEvent, render, screen } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { Picture } from "./Picture";

const blur = "data:image/webp;base64,UklGRg==";
const nath = {
  imageUrl: "/media/nath.webp",
  placeholder: blur,
  renditions: [{ width: 320, webp: "/media/nath-320.webp", avif: "/media/nath-320.avif" }],
};
const picture = () => screen.getByRole("img", { name: "Nath" });

describe("a picture whose file does not come", () => {
  it("keeps its placeholder while offline, and requests no other size", () => {
    vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    const { container } = render(<Picture image={nath} alt="Nath" sizes="320px" />);
    expect(picture()).toHaveAttribute("src", "/media/nath.webp");
    fireEvent.error(picture());
    expect(picture()).toHaveAttribute("src", blur);
    expect(picture()).not.toHaveAttribute("srcset");
    expect(container.querySelector("source")).toBeNull();
    vi.restoreAllMocks();
  });

  it("says that there is no image, with or without a placeholder", () => {
    render(<Picture image={nath} alt="Nath" />);
    fireEvent.error(picture());
    expect(screen.getByText("No Image Available")).toBeVisible();
  });

  it("says that there is no image if it has no placeholder", () => {
    render(<Picture image={{ imageUrl: "/media/nath.webp" }} alt="Nath" />);
    fireEvent.error(picture());
    expect(screen.getByText("No Image Available")).toBeVisible();
    expect(screen.queryByRole("img")).not.toBeInTheDocument();
  });

  it("is tried again once it has been made", () => {
    const { rerender } = render(<Picture image={{ imageUrl: nath.imageUrl }} alt="Nath" sizes="320px" />);
    fireEvent.error(picture());
    rerender(<Picture image={nath} alt="Nath" sizes="320px" />);
    expect(picture()).toHaveAttribute("src", "/media/nath.webp");
    expect(picture()).toHaveAttribute("srcset", "/media/nath-320.webp 320w");
  });

  it("gives way to another one", () => {
    const { rerender } = render(<Picture image={nath} alt="Nath" sizes="320px" />);
    fireEvent.error(picture());
    rerender(<Picture image={{ ...nath, imageUrl: "/media/ring.webp" }} alt="Nath" sizes="320px" />);
    expect(picture()).toHaveAttribute("src", "/media/ring.webp");
    expect(picture()).toHaveAttribute("srcset", "/media/nath-320.webp 320w");
  });
});
