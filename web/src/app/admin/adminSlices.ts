import type { WithSlice } from "@reduxjs/toolkit";
import { rootReducer } from "@/app/store";
import { incidentsSlice } from "@/features/admin/operations/incidentsSlice";
import { rowStatusSlice } from "@/shared/admin/orders/rowStatusSlice";

declare module "@/app/store" {
  interface LazySlices extends WithSlice<typeof rowStatusSlice>, WithSlice<typeof incidentsSlice> {}
}

rootReducer.inject(rowStatusSlice);
rootReducer.inject(incidentsSlice);
