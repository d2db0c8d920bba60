// A Vendure shop with the default settings and search, on the database of DATABASE_URL.
const { Readable } = require("node:stream");
const { DefaultLogger, DefaultSearchPlugin, LogLevel } = require("@vendure/core");

// One transparent pixel: the pictures are listed but never fetched.
const PIXEL = Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64");

// Stores only the name of a picture.
const names = {
    writeFileFromBuffer: async (name) => name,
    writeFileFromStream: async (name, stream) => {
        stream.resume();
        return name;
    },
    readFileToBuffer: async () => PIXEL,
    readFileToStream: async () => Readable.from([PIXEL]),
    deleteFile: async () => {},
    fileExists: async () => false,
    toAbsoluteUrl: (_request, name) => `http://127.0.0.1/assets/${name}`,
};

exports.shop = ({ synchronize }) => ({
    apiOptions: { hostname: "127.0.0.1", port: Number(process.env.PORT) },
    authOptions: {
        cookieOptions: { secret: process.env.SHOP_SECRET_KEY },
        superadminCredentials: { identifier: "admin", password: process.env.SHOP_SECRET_KEY },
    },
    dbConnectionOptions: { type: "postgres", url: process.env.DATABASE_URL, poolSize: 16, synchronize },
    assetOptions: {
        assetStorageStrategy: names,
        assetPreviewStrategy: { generatePreviewImage: async () => PIXEL },
    },
    importExportOptions: { assetImportStrategy: { getStreamFromPath: async () => Readable.from([PIXEL]) } },
    logger: new DefaultLogger({ level: LogLevel.Error }),
    paymentOptions: { paymentMethodHandlers: [] },
    plugins: [DefaultSearchPlugin.init({ indexStockStatus: true })],
});
