// Resizes a photograph to the widths of a page as sharp's guide does: one call a width, each from the file.
const { readFileSync } = require("node:fs");
const sharp = require("sharp");

const [file, ...widths] = process.argv.slice(2);
sharp.cache(false);

async function main() {
    const began = process.cpuUsage();
    await Promise.all(widths.map((width) => sharp(file).rotate().resize(Number(width)).webp({ quality: 80 }).toBuffer()));
    const spent = process.cpuUsage(began);
    const peak = /VmHWM:\s+(\d+)/.exec(readFileSync("/proc/self/status", "utf8"))[1];
    console.log(JSON.stringify({ cpu: (spent.user + spent.system) / 1e6, peak: Number(peak) / 1024 }));
}

main();
