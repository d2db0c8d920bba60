import { createSlice, type PayloadAction } from "@reduxjs/toolkit";

/** One thing that is not as it should be. `key` stays the same while the figures in the sentence change. */
export interface Trouble {
  key: string;
  level: "warn" | "bad";
  sentence: string;
  /** When it began; unknown where the socket did not tell of it. */
  since: string | null;
}

/** What is wrong with the shop as it was told last, the worst first. */
const initialState: Trouble[] = [];

export const troublesSlice = createSlice({
  name: "troubles",
  initialState,
  reducers: {
    troublesTold: (_, { payload }: PayloadAction<Trouble[]>) => payload,
  },
  selectors: { selectWorst: (state) => state[0], selectOthers: (state) => Math.max(0, state.length - 1) },
});

export const { troublesTold } = troublesSlice.actions;
export const { selectWorst, selectOthers } = troublesSlice.selectors;
