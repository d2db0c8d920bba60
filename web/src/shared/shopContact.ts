/** The shop's contact details. */
export const shopContact = {
  email: "care@swarna.example",
  address: ["14 Lotus Bazaar Street", "Mylapore, Chennai 600004", "Tamil Nadu, India"],
  hours: "Online support 24/7",
};
