/** What the shop says of itself. The chat's number, digits with the country's code, is given when the web is built. */
const chatNumber = String(import.meta.env.VITE_CHAT_NUMBER ?? "").replace(/\D/g, "");

export const house = {
  email: "care@swarna.example",
  address: ["14 Lotus Bazaar Street", "Mylapore, Chennai 600004", "Tamil Nadu, India"],
  hours: "Online support 24/7",
};

// Without pages of its own the shop points to what its people show under its name.
const shownUnderOurName = [
  "https://www.instagram.com/explore/tags/swarnajewellery/",
  "https://www.facebook.com/hashtag/swarnajewellery",
  "https://www.pinterest.com/search/pins/?q=swarna%20jewellery",
  "https://www.youtube.com/hashtag/swarnajewellery",
];

/** Addresses separated by blanks, given when the web is built. */
const socialAddresses = String(import.meta.env.VITE_SOCIAL_LINKS ?? "")
  .split(/\s+/)
  .filter((address) => URL.canParse(address));

const siteName = (address: string) => {
  const host = new URL(address).hostname.replace(/^www\./, "").split(".")[0] ?? "";
  return host === "youtube" ? "YouTube" : host.charAt(0).toUpperCase() + host.slice(1);
};

/** Name and address of each. */
export const socialLinks: [string, string][] = (socialAddresses.length ? socialAddresses : shownUnderOurName).map(
  (address) => [siteName(address), address],
);

const help = "Hello Swarna, I need help with ";

/** Opens the messenger with a request begun; without a number the person chooses whom to send it to. */
export const chatLink = `https://wa.me/${chatNumber}?text=${encodeURIComponent(help)}`;
