import type { Socket } from "socket.io-client";
import type { Role } from "@/shared/api/types";
import { retryDelay } from "@/shared/connection/retry";

export type OpenSocket = (options: SocketOptions) => Promise<Pick<Socket, SocketParts>>;
type SocketParts = "on" | "emit" | "connect" | "disconnect" | "connected" | "active";

export interface SocketOptions {
  auth: (send: (data: { role: Role | "visitor"; after?: number }) => void) => void;
  onReceived: () => void;
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
