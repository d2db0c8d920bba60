import type { Socket } from "socket.io-client";
import type { Role } from "@/shared/api/types";

export type OpenSocket = (options: SocketOptions) => Promise<Pick<Socket, SocketParts>>;
type SocketParts = "on" | "emit" | "connect" | "disconnect" | "connected" | "active";

export interface SocketOptions {
  auth: (send: (data: { role?: Role; after?: number }) => void) => void;
  onReceived: () => void;
}

/** In milliseconds between retries, without a limit of their number. */
export const retryDelay = { first: 300, most: 2000 };

/** The socket library is not part of the first load; it is fetched when the browser is idle. */
export function whenIdle(start: () => Promise<unknown>): () => void {
  let timer: ReturnType<typeof setTimeout>;
  // Retry a file that could not be fetched over a poor connection.
  const run = () => void start().catch(() => (timer = setTimeout(run, retryDelay.most)));
  if (typeof window.requestIdleCallback !== "function") {
    timer = setTimeout(run, 200);
    return () => clearTimeout(timer);
  }
  const handle = window.requestIdleCallback(run, { timeout: 1500 });
  return () => {
    window.cancelIdleCallback(handle);
    clearTimeout(timer);
  };
}

export const openSocketIo: OpenSocket = async ({ auth, onReceived }) => {
  const { io } = await import("socket.io-client");
  const socket = io({
    path: "/socket.io",
    transports: ["websocket"],
    withCredentials: true,
    autoConnect: false,
    reconnectionDelay: retryDelay.first,
    reconnectionDelayMax: retryDelay.most,
    randomizationFactor: 0.5,
    timeout: 5000,
    auth,
  });
  // A ping also shows that the data is current.
  socket.io.on("ping", onReceived);
  return socket;
};
