import type { WithSlice } from "@reduxjs/toolkit";
import { marksSlice } from "@/features/admin/marksSlice";
import { troublesSlice } from "@/features/admin-operations/troublesSlice";
import { rootReducer } from "../store";

declare module "../store" {
  interface LazySlices extends WithSlice<typeof marksSlice>, WithSlice<typeof troublesSlice> {}
}

rootReducer.inject(marksSlice);
rootReducer.inject(troublesSlice);
