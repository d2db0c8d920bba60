import type { WithSlice } from "@reduxjs/toolkit";
import { rootReducer } from "@/app/store";
import { incidentsSlice } from "@/features/admin/operations/incidentsSlice";
import { deskSlice } from "@/shared/admin/desk/deskSlice";
import { rowMessagesSlice } from "@/shared/admin/orders/rowMessagesSlice";
import { presenceSlice } from "@/shared/admin/presence/presenceSlice";

declare module "@/app/store" {
  interface LazySlices
    extends WithSlice<typeof rowMessagesSlice>,
      WithSlice<typeof incidentsSlice>,
      WithSlice<typeof deskSlice>,
      WithSlice<typeof presenceSlice> {}
}

rootReducer.inject(rowMessagesSlice);
rootReducer.inject(incidentsSlice);
rootReducer.inject(deskSlice);
rootReducer.inject(presenceSlice);
