import type { WithSlice } from "@reduxjs/toolkit";
import { rootReducer } from "@/app/store";
import { incidentsSlice } from "@/features/admin/operations/incidentsSlice";
import { deskSlice } from "@/shared/admin/desk/deskSlice";
import { rowStatusSlice } from "@/shared/admin/orders/rowStatusSlice";
import { presenceSlice } from "@/shared/admin/presence/presenceSlice";

declare module "@/app/store" {
  interface LazySlices
    extends WithSlice<typeof rowStatusSlice>,
      WithSlice<typeof incidentsSlice>,
      WithSlice<typeof deskSlice>,
      WithSlice<typeof presenceSlice> {}
}

rootReducer.inject(rowStatusSlice);
rootReducer.inject(incidentsSlice);
rootReducer.inject(deskSlice);
rootReducer.inject(presenceSlice);
