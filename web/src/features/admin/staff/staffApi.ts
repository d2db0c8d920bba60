import { api } from "@/shared/api/api";
import type { InvitationOut, InviteIn, MemberOut, StaffOut, StaffRole, TheirInvitationOut } from "@/shared/api/schema";

export type Member = MemberOut;
export type Invitation = InvitationOut;
export type Role = StaffRole;

interface MemberChange {
  id: number;
  roles?: Role[];
  disabled?: boolean;
}

const path = "/admin/staff/";
const invitation = "/admin/staff/invitation/";

const staffApi = api.injectEndpoints({
  endpoints: (build) => ({
    staff: build.query<StaffOut, void>({ query: () => path, providesTags: ["Staff"] }),
    changeMember: build.mutation<Member, MemberChange>({
      query: ({ id, ...body }) => ({ url: path, params: { id }, method: "POST", body }),
      invalidatesTags: ["Staff", "Me", "Audit"],
    }),
    invite: build.mutation<Invitation, InviteIn>({
      query: (body) => ({ url: invitation, method: "POST", body }),
      invalidatesTags: ["Staff", "Audit"],
    }),
    sendInvitationAgain: build.mutation<Invitation, number>({
      query: (id) => ({ url: invitation, params: { id }, method: "POST" }),
      invalidatesTags: ["Staff", "Audit"],
    }),
    takeInvitationBack: build.mutation<unknown, number>({
      query: (id) => ({ url: invitation, params: { id }, method: "DELETE" }),
      invalidatesTags: ["Staff", "Audit"],
    }),
    theirInvitation: build.query<TheirInvitationOut, string>({
      query: (token) => ({ url: "/admin/invitation/", params: { token } }),
      keepUnusedDataFor: 0,
    }),
    acceptInvitation: build.mutation<unknown, { token: string; name: string; password: string }>({
      query: (body) => ({ url: "/admin/invitation/", method: "POST", body }),
    }),
  }),
});

export const {
  useStaffQuery,
  useChangeMemberMutation,
  useInviteMutation,
  useSendInvitationAgainMutation,
  useTakeInvitationBackMutation,
  useTheirInvitationQuery,
  useAcceptInvitationMutation,
} = staffApi;
