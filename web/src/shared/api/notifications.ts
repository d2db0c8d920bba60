import { api } from "./api";
import type { ChoicesOut, DeviceIn, DeviceOut, MailChoiceIn } from "./schema";

export type Subject = ChoicesOut["mails"][number];

export const notificationsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getNotifications: build.query<ChoicesOut, void>({ query: () => "notification/" }),
    chooseMails: build.mutation<ChoicesOut, Partial<MailChoiceIn> & { isWanted: boolean }>({
      query: (body) => ({ url: "/notification/", method: "POST", body }),
      onQueryStarted: async (_, { dispatch, queryFulfilled }) => {
        const answer = await queryFulfilled.catch(() => undefined);
        if (answer) {
          dispatch(notificationsApi.util.upsertQueryData("getNotifications", undefined, answer.data));
        }
      },
    }),
    showDevice: build.mutation<DeviceOut, string>({
      query: (endpoint) => ({ url: "/notification/device/?flag=show", method: "POST", body: { endpoint } }),
    }),
    setDevice: build.mutation<DeviceOut, DeviceIn>({
      query: (body) => ({ url: "/notification/device/", method: "POST", body }),
    }),
  }),
});

export const { useGetNotificationsQuery, useChooseMailsMutation, useShowDeviceMutation, useSetDeviceMutation } =
  notificationsApi;
