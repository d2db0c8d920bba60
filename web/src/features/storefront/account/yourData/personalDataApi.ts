import { api } from "@/shared/api/api";
import type { DataExportIn, DataLinkOut, PersonalDataOut } from "@/shared/api/schema";
import { leaveWith } from "@/shared/api/session";

const url = "customer/data/";

const personalDataApi = api.injectEndpoints({
  endpoints: (build) => ({
    personalData: build.query<PersonalDataOut, void>({ query: () => url, providesTags: ["PersonalData", "Order"] }),
    prepareFile: build.mutation<PersonalDataOut, Partial<DataExportIn>>({
      query: (body) => ({ url, method: "POST", body }),
      invalidatesTags: (_data, error) => (error ? [] : ["PersonalData"]),
    }),
    dataLink: build.query<DataLinkOut, string>({ query: (token) => ({ url: `${url}link/`, params: { token } }) }),
    deleteAccount: build.mutation<null, { currentPassword: string }>({
      query: (body) => ({ url: "customer/delete/", method: "POST", body }),
      onQueryStarted: (_, call) => leaveWith(call),
    }),
  }),
});

export const { usePersonalDataQuery, usePrepareFileMutation, useDataLinkQuery, useDeleteAccountMutation } =
  personalDataApi;

/** The address of the file that a link leads to. */
export const fileUrl = (token: string) => `/api/${url}file/?token=${encodeURIComponent(token)}`;
