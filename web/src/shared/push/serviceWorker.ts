// The one service worker of the shop: notifications, and the page that is shown without a network.

const isSupported = () => "serviceWorker" in navigator && window.isSecureContext;

export const registerServiceWorker = () => navigator.serviceWorker.register("/service-worker.js");

/** Installs the offline page. */
export async function installOfflinePage(): Promise<void> {
  if (isSupported()) await registerServiceWorker();
}

interface SeenPiece {
  id: number;
  name: string;
  /** The URL of a small picture. */
  picture: string;
}

async function tell(message: object): Promise<void> {
  if (!isSupported()) return;
  const { active } = await navigator.serviceWorker.ready;
  active?.postMessage(message);
}

/** Keeps name and picture of a piece for the offline page. */
export const rememberSeen = (piece: SeenPiece) => tell({ type: "seen", ...piece });

export const forgetSeen = () => tell({ type: "forget" });
