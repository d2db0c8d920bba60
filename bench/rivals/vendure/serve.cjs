// The Shop API of the shop.
const { bootstrap } = require("@vendure/core");
const { shop } = require("./shop.cjs");

bootstrap(shop({ synchronize: false }));
