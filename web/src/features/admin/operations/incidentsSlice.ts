import { createSlice, type PayloadAction } from "@reduxjs/toolkit";

/** One problem of the running shop. `key` stays the same while the figures in the sentence change. */
export interface Incident {
  key: string;
  level: "warn" | "bad";
  sentence: string;
  /** Its start; null where it was polled. */
  since: string | null;
}

/** The current incidents, most severe first. */
const initialState: Incident[] = [];

export const incidentsSlice = createSlice({
  name: "incidents",
  initialState,
  reducers: {
    incidentsReported: (_, { payload }: PayloadAction<Incident[]>) => payload,
  },
  selectors: { selectWorst: (state) => state[0], selectOthers: (state) => Math.max(0, state.length - 1) },
});

export const { incidentsReported } = incidentsSlice.actions;
export const { selectWorst, selectOthers } = incidentsSlice.selectors;

/** Returns a sentence without its figures, by which it is recognized while they change. */
export const withoutFigures = (sentence: string) => sentence.replace(/[\d.]+ (s|min|h)\b|\d+/g, "");
