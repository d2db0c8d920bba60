/** What the shop says of itself. */
export const house = {
  email: "care@swarna.example",
  address: ["14 Lotus Bazaar Street", "Mylapore, Chennai 600004", "Tamil Nadu, India"],
  hours: "Online support 24/7",
};
