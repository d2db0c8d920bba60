import { useEffect } from "react";
import { useDispatch, useSelector } from "react-redux";
import { selectConnection } from "@/shared/connection/connectionSlice";
import { type Trouble, troublesTold } from "./troublesSlice";

const every = 4000;

interface Health {
  data?: { troubles?: string[]; status?: string };
}

/** While the socket does not tell of troubles, ask what everybody may ask: without cookies, so that nobody counts as busy. */
export function usePolledTroubles() {
  const isLive = useSelector(selectConnection).state === "live";
  const dispatch = useDispatch();
  useEffect(() => {
    if (isLive) return;
    const gone = new AbortController();
    const ask = async () => {
      try {
        const answer = await fetch("/api/health", { credentials: "omit", signal: gone.signal });
        dispatch(troublesTold(troublesOf((await answer.json()) as Health)));
      } catch {
        // The shop does not answer at all: the line of the connection says so.
      }
    };
    const timer = setInterval(() => void ask(), every);
    return () => {
      clearInterval(timer);
      gone.abort();
    };
  }, [isLive, dispatch]);
}

function troublesOf({ data }: Health): Trouble[] {
  const level = data?.status === "incomplete" ? "bad" : "warn";
  return (data?.troubles ?? []).map((sentence) => ({ key: withoutFigures(sentence), level, sentence, since: null }));
}

const withoutFigures = (sentence: string) => sentence.replace(/[\d.]+ (s|min|h)\b|\d+/g, "");
