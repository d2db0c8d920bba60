import type { Socket } from "socket.io-client";
import type { Role } from "@/shared/api/types";

export type OpenSocket = (options: SocketOptions) => Promise<Pick<Socket, SocketParts>>;
type SocketParts = "on" | "connect" | "disconnect" | "connected" | "active";

export interface SocketOptions {
  auth: (send: (data: { role?: Role; after?: number }) => void) => void;
  onHeard: () => void;
}

/** Milliseconds between tries; they go on for ever. */
export const retryDelay = { first: 300, most: 2000 };

/** The library is not part of the first load: it comes when the page has nothing better to do. */
export function whenIdle(start: () => Promise<unknown>): () => void {
  let timer: ReturnType<typeof setTimeout>;
  // A file that could not be fetched, on a poor connection, is asked for again.
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

export const openSocketIo: OpenSocket = async ({ auth, onHeard }) => {
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
  // Heartbeats count as news too: they tell until when what is shown was current.
  socket.io.on("ping", onHeard);
  return socket;
};
