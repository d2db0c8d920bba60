import { useEffect, useState } from "react";
import { useDispatch } from "react-redux";
import { api } from "@/shared/api/api";
import { isApiError } from "@/shared/api/errors";
import { useTrackOrderQuery } from "@/shared/api/tracking";
import { delayOfRetry } from "@/shared/connection/retry";
import { openSocketIo } from "@/shared/connection/socket";
import { whenIdle } from "@/shared/connection/whenIdle";

/** Whether the link is wrong or has ended. */
export const isDeadLink = (error: unknown) => isApiError(error) && (error.status === 404 || error.status === 422);

/** The data of a tracking link, refetched when the order changes. */
export function useTracking(token: string) {
  const query = useTrackOrderQuery(token, { refetchOnReconnect: true, refetchOnFocus: true });
  const { refetch } = query;
  const dispatch = useDispatch();
  const [isLive, setLive] = useState(false);
  useEffect(() => {
    let close = () => {};
    let isClosed = false;
    let retries = 0;
    let retry: ReturnType<typeof setTimeout> | undefined;
    const cancelIdle = whenIdle(async () => {
      // A separate connection: it is only in the room of this order.
      const socket = await openSocketIo({ auth: (send) => send({ track: token }) });
      if (isClosed) return;
      // An invalidation waits for a pending request, whose response may be older than the change; `refetch` would be
      // ignored.
      const readAgain = () => void dispatch(api.util.invalidateTags(["Tracking"]));
      // Socket.IO does not reconnect after the server refused or disconnected the page. The server does so when the link
      // has ended, which the refetch shows, and while its database is unavailable.
      const reconnect = async () => {
        const { error } = await refetch();
        if (isClosed || isDeadLink(error)) return;
        retry = setTimeout(() => socket.connect(), delayOfRetry(retries));
        retries += 1;
      };
      socket.on("caught_up", () => {
        retries = 0;
        setLive(true);
        readAgain();
      });
      socket.on("tracking.changed", readAgain);
      socket.on("disconnect", (reason: string) => {
        setLive(false);
        if (reason === "io server disconnect") void reconnect();
      });
      socket.on("connect_error", () => {
        if (!socket.active) void reconnect();
      });
      close = () => void socket.disconnect();
      socket.connect();
    });
    return () => {
      isClosed = true;
      cancelIdle();
      clearTimeout(retry);
      close();
    };
  }, [token, refetch, dispatch]);
  return { ...query, isLive };
}
