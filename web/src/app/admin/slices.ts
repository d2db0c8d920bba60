import type { WithSlice } from "@reduxjs/toolkit";
import { marksSlice } from "@/features/admin/marksSlice";
import { rootReducer } from "../store";

declare module "../store" {
  interface LazySlices extends WithSlice<typeof marksSlice> {}
}

rootReducer.inject(marksSlice);
