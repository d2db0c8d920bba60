import { createSlice, type PayloadAction } from "@reduxjs/toolkit";

export type ConnectionState = "live" | "reconnecting" | "offline";

export interface Connection {
  state: ConnectionState;
  /** In milliseconds: the last time at which the data was known to be current. Null before the first connection. */
  asOf: number | null;
}

const initialState: Connection = { state: "reconnecting", asOf: null };

const connectionSlice = createSlice({
  name: "connection",
  initialState,
  reducers: {
    cameLive(state, { payload }: PayloadAction<number>) {
      state.state = "live";
      state.asOf = payload;
    },
    connectionLost(state, { payload }: PayloadAction<{ state: "reconnecting" | "offline"; asOf: number | null }>) {
      state.state = payload.state;
      state.asOf = payload.asOf;
    },
  },
  selectors: { selectConnection: (state) => state },
});

export const connectionReducer = connectionSlice.reducer;
export const { cameLive, connectionLost } = connectionSlice.actions;
export const { selectConnection } = connectionSlice.selectors;
