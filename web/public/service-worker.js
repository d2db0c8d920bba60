// Shows notifications of orders (Web Push), and opens the order when one is pressed.

const versions = "push-versions";

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

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

// Never shows an older status after a newer one, whatever order the push service delivers them in.
async function show({ title, body, url, tag, version }) {
  const cache = await caches.open(versions);
  const key = `/push-versions/${encodeURIComponent(tag)}`;
  const known = await cache.match(key);
  if (known && Number(await known.text()) >= version) return;
  await cache.put(key, new Response(String(version)));
  const target = new URL(url, self.location.origin);
  if (await isVisible(target)) return;
  await self.registration.showNotification(title, {
    body,
    tag,
    renotify: true,
    icon: "/icon-192.png",
    badge: "/icon-192.png",
    data: { url, version },
  });
}

const pages = () => self.clients.matchAll({ type: "window", includeUncontrolled: true });

// The page of the order shows the change by itself.
async function isVisible({ pathname }) {
  return (await pages()).some((page) => page.visibilityState === "visible" && new URL(page.url).pathname === pathname);
}

async function open(target) {
  const opened = await pages();
  const same = opened.find((page) => new URL(page.url).pathname === target.pathname) ?? opened[0];
  if (!same) return self.clients.openWindow(target.href);
  await same.focus();
  if (same.url !== target.href && "navigate" in same) await same.navigate(target.href).catch(() => {});
  return undefined;
}
