import { api } from "@/shared/api/api";
import type { DeadLetterOut } from "@/shared/api/schema";
import { type ListArgs, type ListPage, pagesOf } from "@/shared/portal/lists";

export type Level = "fine" | "warn" | "bad";

/** Ages and spans are seconds, unless a name says ms. */
export interface Standing {
  at: string;
  level: Level;
  headline: string;
  findings: Finding[];
  sockets: { open: number; shoppers: number; admins: number };
  outbox: { waiting: number; lag: number };
  /** From the click to the sockets, measured every ten seconds. */
  canary: { ms: number; p50: number; p95: number; ago: number } | null;
  /** In the last hour. */
  done: number;
  dead: number;
  queues: Queue[];
  consumers: Consumer[];
  processes: Process[];
}

/** What is not as it should be, and what to do. */
export interface Finding {
  level: Level;
  sentence: string;
  advice: string;
}

export interface Queue {
  name: string;
  state: "fine" | "behind" | "failing" | "stopped";
  workers: number;
  waiting: number;
  failing: number;
  oldest: number;
  /** Done in each of the last sixty minutes, the oldest first. */
  minutes: number[];
}

export interface Consumer {
  name: string;
  queue: string;
  done: number;
  failed: number;
  waiting: number;
  dead: number;
  meanMs: number | null;
}

export interface Process {
  name: string;
  kinds: string[];
  state: "here" | "gone" | "ended";
  silent: number;
  up: number;
  size: number | null;
  busy: number | null;
  longest: number | null;
  children: number | null;
}

export type DeadLetter = DeadLetterOut;

interface Settling {
  flag: "retry" | "discard";
  ids?: number[];
  all?: boolean;
}

const operationsApi = api.injectEndpoints({
  endpoints: (build) => ({
    standing: build.query<Standing, void>({
      query: () => "/operations/",
      providesTags: ["Operations"],
      keepUnusedDataFor: 0,
    }),
    deadLetters: build.infiniteQuery<ListPage<DeadLetter>, ListArgs, string | null>({
      ...pagesOf<DeadLetter>("/operations/dead/"),
      providesTags: ["Operations"],
      keepUnusedDataFor: 0,
    }),
    settleDead: build.mutation<{ ids: number[] }, Settling>({
      query: ({ flag, ids, all }) => ({
        url: "/operations/dead/",
        method: "POST",
        params: { flag },
        body: all ? { all } : { ids },
      }),
      // Refused or not, somebody else may have been there first.
      invalidatesTags: ["Operations", "Audit"],
    }),
  }),
});

export const { useStandingQuery, useDeadLettersInfiniteQuery, useSettleDeadMutation } = operationsApi;
