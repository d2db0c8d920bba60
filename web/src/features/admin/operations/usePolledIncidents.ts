import { useEffect } from "react";
import { useDispatch, useSelector } from "react-redux";
import { selectConnection } from "@/shared/connection/connectionSlice";
import { type Incident, incidentsReported, withoutFigures } from "./incidentsSlice";

const pollInterval = 4000;

interface Health {
  data?: { troubles?: string[]; status?: string };
}

/**
 * Polls the public health route while the socket is not connected. It sends no cookies, so that it does not count as
 * activity.
 */
export function usePolledIncidents() {
  const isLive = useSelector(selectConnection).state === "live";
  const dispatch = useDispatch();
  useEffect(() => {
    if (isLive) return;
    let last = new AbortController();
    const ask = async () => {
      // A server that accepts requests and does not answer must not use up the browser's connections.
      last.abort();
      last = new AbortController();
      try {
        const answer = await fetch("/api/health", { credentials: "omit", signal: last.signal });
        dispatch(incidentsReported(incidentsOf((await answer.json()) as Health)));
      } catch {
        // The connection banner reports a server that does not respond.
      }
    };
    const timer = setInterval(() => void ask(), pollInterval);
    return () => {
      clearInterval(timer);
      last.abort();
    };
  }, [isLive, dispatch]);
}

function incidentsOf({ data }: Health): Incident[] {
  const level = data?.status === "incomplete" ? "bad" : "warn";
  return (data?.troubles ?? []).map((sentence) => ({ key: withoutFigures(sentence), level, sentence, since: null }));
}
