// Reads the mails that the shop has sent.

import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { mailDir } from "./shop";

/** The mails to an address, oldest first; only ASCII is decoded. */
export async function mailsTo(address: string): Promise<string[]> {
  const folder = await mailDir();
  const names = (await readdir(folder)).filter((name) => name.endsWith(".eml")).sort();
  const mails = await Promise.all(names.map((name) => readFile(join(folder, name), "utf8")));
  return mails.filter((mail) => new RegExp(`^To: .*${address}`, "m").test(mail)).map(decoded);
}

/** Decodes quoted-printable (RFC 2045, 6.7). */
const decoded = (mail: string) =>
  mail
    .replace(/=\r?\n/g, "")
    .replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
