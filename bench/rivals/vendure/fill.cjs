// Imports the products of a file, in the format of our API, into an empty Vendure shop and its search index.
const { readFileSync, writeFileSync } = require("node:fs");
const { bootstrap, RequestContextService, TransactionalConnection } = require("@vendure/core");
const { populate } = require("@vendure/core/cli");
const { IndexerController } = require("@vendure/core/dist/plugin/default-search-plugin/indexer/indexer.controller");
const { shop } = require("./shop.cjs");

const INITIAL = {
    defaultLanguage: "en",
    defaultZone: "Asia",
    countries: [{ name: "India", code: "IN", zone: "Asia" }],
    taxRates: [{ name: "Standard Tax", percentage: 3 }],
    shippingMethods: [],
    paymentMethods: [],
    collections: [],
};
const COLUMNS =
    "name,slug,description,assets,facets,optionGroups,optionValues,sku,price,taxCategory,stockOnHand,trackInventory,variantAssets,variantFacets";

const row = (product) =>
    [
        product.name,
        product.code.toLowerCase(),
        product.description,
        product.images.map((image) => image.imageUrl.split("/").at(-1).replace(".webp", ".gif")).join("|"),
        `category:${product.categoryName}`,
        "",
        "",
        product.code,
        product.ornamentPrice,
        "standard",
        1000,
        false,
        "",
        "",
    ]
        .map((cell) => `"${String(cell).replaceAll('"', '""')}"`)
        .join(",");

// Build the index directly: the queue would hold one job for each product.
async function index(app) {
    const context = await app.get(RequestContextService).create({ apiType: "admin" });
    await app.get(IndexerController, { strict: false }).reindex({ data: { ctx: context.serialize() } }).forEach(() => {});
    await app.get(TransactionalConnection).rawConnection.query("VACUUM (ANALYZE)");
}

async function main() {
    const products = JSON.parse(readFileSync(process.argv[2], "utf8"));
    const file = `${process.argv[2]}.csv`;
    writeFileSync(file, [COLUMNS, ...products.map(row)].join("\n"));
    const app = await populate(() => bootstrap(shop({ synchronize: true })), INITIAL, file);
    await index(app);
}

main().then(
    () => process.exit(0),
    (error) => {
        console.error(error);
        process.exit(1);
    },
);
