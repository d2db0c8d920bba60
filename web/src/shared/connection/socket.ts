import type { Socket } from "socket.io-client";
import type { Role } from "@/shared/api/types";
import { retryDelay } from "./retry";

export type OpenSocket = (options: SocketOptions) => Promise<Pick<Socket, SocketParts>>;
type SocketParts = "on" | "emit" | "connect" | "disconnect" | "connected" | "active";

export interface SocketOptions {
  auth: (send: (data: { role?: Role | "visitor"; after?: number; track?: string }) => void) => void;
  onReceived?: () => void;
}

export const openSocketIo: OpenSocket = async ({ auth, onReceived }) => {
  const { io } = await import("socket.io-client");
  const socket = io({
    path: "/socket.io",
    transports: ["websocket"],
    withCredentials: true,
    autoConnect: false,
    // The page of a tracking link has a second connection.
    forceNew: true,
    reconnectionDelay: retryDelay.first,
    reconnectionDelayMax: retryDelay.most,
    randomizationFactor: 0.5,
    timeout: 5000,
    auth,
  });
  // A ping also shows that the data is current.
  if (onReceived) socket.io.on("ping", onReceived);
  return socket;
};
