/** What the shop says of itself. The chat's number, digits with the country's code, is given when the web is built. */
const chatNumber = String(import.meta.env.VITE_CHAT_NUMBER ?? "").replace(/\D/g, "");

export const house = {
  email: "care@swarna.example",
  address: ["14 Lotus Bazaar Street", "Mylapore, Chennai 600004", "Tamil Nadu, India"],
  hours: "Online support 24/7",
};

const help = "Hello Swarna, I need help with ";

/** Opens the messenger with a request begun; without a number the person chooses whom to send it to. */
export const chatLink = `https://wa.me/${chatNumber}?text=${encodeURIComponent(help)}`;
