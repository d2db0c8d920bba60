/** Returns the `next` path of the sign-in's URL if it is a path of this site. */
export function safeReturnPath(search: string, otherwise: string): string {
  const next = new URLSearchParams(search).get("next");
  return next && isOwnPath(next) ? next : otherwise;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const control = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;
// Browsers treat a backslash as a slash, and //host as another site.
const leadsOut = /^(?!\/)|\\|\/\//;
const origin = "http://shop.invalid";

/** Whether it is a path of this site, however often it is decoded and however a browser resolves it. */
function isOwnPath(next: string): boolean {
  for (const form of decodings(next)) {
    const path = form.split(/[?#]/, 1)[0] ?? "";
    if (control.test(form) || leadsOut.test(path)) return false;
    const resolved = resolve(form);
    if (resolved?.origin !== origin || resolved.pathname.startsWith("//")) return false;
  }
  return true;
}

/** Safari has URL.canParse since version 17. */
function resolve(form: string): URL | undefined {
  try {
    return new URL(form, origin);
  } catch {
    return undefined;
  }
}

/** The path as written and after each round of decoding. */
function decodings(path: string): string[] {
  const forms = [path];
  for (let times = 0; times < 5; times++) {
    const form = decoded(forms[times] ?? "");
    if (form === forms[times]) break;
    forms.push(form);
  }
  return forms;
}

function decoded(path: string): string {
  // Decode each sequence by itself: an invalid one must not prevent the others.
  return path.replace(/(%[0-9a-f]{2})+/gi, (codes) => {
    try {
      return decodeURIComponent(codes);
    } catch {
      return codes;
    }
  });
}
