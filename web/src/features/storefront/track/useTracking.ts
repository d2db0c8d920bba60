import { useEffect, useState } from "react";
import { useTrackOrderQuery } from "@/shared/api/tracking";

/** What a tracking link shows, refetched when the order changes. */
export function useTracking(token: string) {
  const query = useTrackOrderQuery(token, { refetchOnReconnect: true, refetchOnFocus: true });
  const { refetch } = query;
  const [isLive, setLive] = useState(false);
  useEffect(() => {
    let close = () => {};
    let isClosed = false;
    void import("socket.io-client").then(({ io }) => {
      if (isClosed) return;
      // A separate connection: it is only in the room of this order.
      const socket = io({
        path: "/socket.io",
        transports: ["websocket"],
        forceNew: true,
        reconnectionDelayMax: 5000,
        auth: { track: token },
      });
      const readAgain = () => void refetch();
      socket.on("caught_up", () => {
        setLive(true);
        readAgain();
      });
      socket.on("tracking.changed", readAgain);
      socket.on("disconnect", (reason) => {
        setLive(false);
        // The server disconnects the page of an ended link; the refetch shows this.
        if (reason === "io server disconnect") readAgain();
      });
      close = () => socket.disconnect();
    });
    return () => {
      isClosed = true;
      close();
    };
  }, [token, refetch]);
  return { ...query, isLive };
}
