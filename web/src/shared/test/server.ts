import { HttpResponse, http, type JsonBodyType } from "msw";
import { setupServer } from "msw/node";

/** Payment on delivery only, as where no account is set. */
const shopOffers: JsonBodyType = {
  methods: [{ method: "cod", label: "Pay on delivery", limit: null }],
  returnDays: 30,
  paymentHours: 72,
  holdMinutes: 0,
  hasTaxInvoices: false,
};

export const shopContact = {
  email: "care@shop.example",
  address: ["1 Car Street", "Chennai 600004"],
  chatNumber: null,
  hours: "Online support 24/7",
  socialLinks: [],
  returnDays: 30,
};

/** The mock server; each test adds its handlers, and an unhandled request is an error. */
export const server = setupServer(
  http.get("*/api/contact/", () => answer(shopContact)), // every page requests it
  http.get("*/api/shop/", () => answer(shopOffers)),
  http.get("*/api/notification/", () =>
    answer({ mails: ["orders", "payments", "wishlist"], hasNewsletter: false, newsletterAsked: false, pushKey: null }),
  ),
  http.get("*/api/order/tracking/", () => answer({ orderId: 40, path: null, endsAt: "2020-01-01T00:00:00.000Z" })),
  http.get("*/api/order/shipment/", () => answer({ couriers: ["Blue Dart", "Speed Post"], history: [] })),
  http.get("*/api/return/", () => answer([])),
  http.get("*/api/admin/views/", () => answer({ views: [], defaultId: null })),
  http.get("*/api/invoice/", () => answer([])),
  http.get("*/api/payment/", () => answer([])),
  http.get("*/api/order/stuck/", () => answer([])),
  http.get("*/api/health", () => answer({ status: "ok", troubles: [] })), // the portal polls it while it has no socket
  http.get("*/api/order/pan/", () => answer({ state: "not_needed", masked: null })),
);

export const answer = (data: JsonBodyType, beside: Record<string, JsonBodyType> = {}) =>
  HttpResponse.json({ code: 200, message: "OK", data, success: true, error: false, ...beside });

export const refusal = (
  status: number,
  message: string,
  beside: { errors?: Record<string, string>; data?: JsonBodyType } = {},
) => HttpResponse.json({ code: status, error: true, success: false, message, errors: {}, ...beside }, { status });
