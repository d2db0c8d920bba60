import { useEffect, useState } from "react";
import { useTrackOrderQuery } from "@/shared/api/tracking";

/** What a tracking link shows, read again whenever the order changes. */
export function useTracking(token: string) {
  const query = useTrackOrderQuery(token, { refetchOnReconnect: true, refetchOnFocus: true });
  const { refetch } = query;
  const [isLive, setLive] = useState(false);
  useEffect(() => {
    let close = () => {};
    let isClosed = false;
    void import("socket.io-client").then(({ io }) => {
      if (isClosed) return;
      // A connection of its own: it is in the room of this order alone.
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
        // The server closes the page of a link that was ended: the answer says so.
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
