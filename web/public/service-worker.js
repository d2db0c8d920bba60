// Shows notifications of orders (Web Push), and opens the order when one is pressed. Without a network it shows the
// offline page with the pieces seen last. No page of the shop is ever stored, so none can be old.

const versions = "push-versions";
const seen = "seen-pieces";
const seenList = "/offline/seen.json";
const maxSeen = 6;

/**
 * The hash of the offline page's files, which a unit test checks. If it changes, the browser stores the files again.
 */
const offlineVersion = "6be99095417c";
const offline = `offline-${offlineVersion}`;
const offlinePage = "/offline.html";
const offlineFiles = [offlinePage, "/offline.css", "/offline.js", "/favicon.svg"];

self.addEventListener("install", (event) => {
  event.waitUntil(storeOfflinePage());
  self.skipWaiting();
});
self.addEventListener("activate", (event) => event.waitUntil(takeOver()));

self.addEventListener("fetch", (event) => {
  const { method, mode, url } = event.request;
  const { origin, pathname, searchParams } = new URL(url);
  if (method !== "GET" || origin !== self.location.origin) return;
  if (pathname === "/offline/picture") event.respondWith(seenPicture(searchParams.get("of") ?? ""));
  else if (pathname === seenList) event.respondWith(readSeen().then(toResponse));
  else if (mode === "navigate" && isOfStorefront(pathname)) event.respondWith(openPage(event));
  else if (offlineFiles.includes(pathname)) event.respondWith(offlineFile(event.request, pathname));
});

self.addEventListener("message", ({ data }) => {
  if (data?.type === "seen") queue(() => remember(data));
  else if (data?.type === "forget") queue(() => caches.delete(seen));
});

async function storeOfflinePage() {
  const cache = await caches.open(offline);
  await cache.addAll(offlineFiles.map((file) => new Request(file, { cache: "reload" })));
}

async function takeOver() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith("offline-") && name !== offline).map((name) => caches.delete(name)));
  await self.registration.navigationPreload?.enable();
  await self.clients.claim();
}

const isOfStorefront = (pathname) => !/^\/(admin|api|media)(\/|$)/.test(pathname);

/** The page from the network, or the offline page if there is no response at all. */
async function openPage(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch {
    const stored = await caches.match(offlinePage, { cacheName: offline });
    if (!stored) return Response.error();
    return new Response(stored.body, { status: 503, headers: stored.headers });
  }
}

async function offlineFile(request, pathname) {
  try {
    return await fetch(request);
  } catch {
    return (await caches.match(pathname, { cacheName: offline })) ?? Response.error();
  }
}

const seenPicture = async (url) => (await caches.match(url, { cacheName: seen })) ?? Response.error();

/** Safari has Response.json since version 17. */
const toResponse = (data) => new Response(JSON.stringify(data), { headers: { "Content-Type": "application/json" } });

async function readSeen() {
  return (await (await caches.match(seenList, { cacheName: seen }))?.json()) ?? [];
}

let last = Promise.resolve();

/** One change of the stored pieces at a time. */
function queue(work) {
  last = last.then(work, work).catch(() => {});
}

/** Stores a piece that was looked at: its name and a picture, never its price. */
async function remember({ id, name, picture }) {
  if (!Number.isInteger(id) || typeof name !== "string" || !String(picture).startsWith("/media/")) return;
  const cache = await caches.open(seen);
  if (!(await cache.match(picture))) await cache.add(picture);
  const pieces = [{ id, name, picture }, ...(await readSeen()).filter((piece) => piece.id !== id)];
  for (const { picture: old } of pieces.slice(maxSeen)) await cache.delete(old);
  await cache.put(seenList, toResponse(pieces.slice(0, maxSeen)));
}

self.addEventListener("push", (event) => {
  const message = read(event.data);
  if (message) event.waitUntil(show(message));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(new URL(event.notification.data.url, self.location.origin)));
});

function read(data) {
  try {
    const message = data.json();
    return typeof message.title === "string" && typeof message.tag === "string" ? message : undefined;
  } catch {
    return undefined;
  }
}

// Never shows an older status after a newer one, even if the push service delivers them in another order.
async function show(message) {
  const { url, tag, version } = message;
  const cache = await caches.open(versions);
  const key = `/push-versions/${encodeURIComponent(tag)}`;
  const known = await cache.match(key);
  const isNew = !known || Number(await known.text()) < version;
  if (isNew) await cache.put(key, new Response(String(version)));
  if (isNew && !(await isVisible(new URL(url, self.location.origin)))) await notify(message, { renotify: true });
  else if (await isOfApple()) await notifyBriefly(message, isNew);
}

const notify = ({ title, body, url, tag, version }, options) =>
  self.registration.showNotification(title, {
    body,
    tag,
    icon: "/icon-192.png",
    badge: "/icon-192.png",
    data: { url, version },
    ...options,
  });

async function isOfApple() {
  const subscription = await self.registration.pushManager.getSubscription();
  return Boolean(subscription && new URL(subscription.endpoint).hostname.endsWith(".push.apple.com"));
}

// Apple ends a subscription after three messages that showed nothing. What is shown already stays, with the newest status.
// A late older message tells no status if the newer one was dismissed.
async function notifyBriefly(message, isNew) {
  const { tag } = message;
  const shown = () => self.registration.getNotifications({ tag });
  const [before] = await shown();
  const { title, body, data } = before ?? { title: "Swarna", body: "Your order has news.", data: message };
  await notify(isNew ? message : { ...data, title, body, tag }, { silent: true });
  if (!before) for (const notification of await shown()) notification.close();
}

const pages = () => self.clients.matchAll({ type: "window", includeUncontrolled: true });

// The open page of the order already shows the change.
async function isVisible({ pathname }) {
  return (await pages()).some((page) => page.visibilityState === "visible" && new URL(page.url).pathname === pathname);
}

// Another page of the shop or of the portal stays as it is, since leaving it can lose input.
async function open(target) {
  const shown = (await pages()).find(({ url }) => url === target.href);
  if (shown) return shown.focus();
  // Only the pages that this service worker controls can be navigated.
  const controlled = await self.clients.matchAll({ type: "window" });
  const same = controlled.find(({ url }) => new URL(url).pathname === target.pathname);
  if (!same) return self.clients.openWindow(target.href);
  await same.focus();
  return same.navigate(target.href).catch(() => {});
}
