import { api } from "@/shared/api/api";
import type {
  InvitationOut,
  InviteIn,
  MemberIn,
  MemberOut,
  NewSecretOut,
  RecoveryCodesOut,
  SecondFactorOut,
  SecondFactorRequiredIn,
  StaffOut,
  StaffRole,
  TheirInvitationOut,
} from "@/shared/api/schema";

export type Member = MemberOut;
export type Invitation = InvitationOut;
export type Role = StaffRole;

const path = "/admin/staff/";
const secondFactor = "/admin/secondFactor/";
const invitation = "/admin/staff/invitation/";

const staffApi = api.injectEndpoints({
  endpoints: (build) => ({
    staff: build.query<StaffOut, void>({ query: () => path, providesTags: ["Staff"] }),
    changeMember: build.mutation<Member, MemberIn & { id: number }>({
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
    withdrawInvitation: build.mutation<unknown, number>({
      query: (id) => ({ url: invitation, params: { id }, method: "DELETE" }),
      invalidatesTags: ["Staff", "Audit"],
    }),
    requireSecondFactor: build.mutation<unknown, Pick<SecondFactorRequiredIn, "isRequired"> & { from?: string }>({
      query: (body) => ({ url: path, params: { flag: "secondFactor" }, method: "POST", body }),
      invalidatesTags: ["Staff", "Me", "Audit"],
    }),
    secondFactor: build.query<SecondFactorOut, void>({
      query: () => secondFactor,
      providesTags: ["Staff"],
    }),
    beginSecondFactor: build.mutation<NewSecretOut, void>({
      query: () => ({ url: secondFactor, params: { flag: "begin" }, method: "POST" }),
    }),
    // The tags are invalidated once the recovery codes are stored: until then the page shows them.
    confirmSecondFactor: build.mutation<RecoveryCodesOut, string>({
      query: (code) => ({ url: secondFactor, params: { flag: "confirm" }, method: "POST", body: { code } }),
    }),
    renewRecoveryCodes: build.mutation<RecoveryCodesOut, void>({
      query: () => ({ url: secondFactor, params: { flag: "codes" }, method: "POST" }),
    }),
    turnSecondFactorOff: build.mutation<unknown, void>({
      query: () => ({ url: secondFactor, params: { flag: "off" }, method: "POST" }),
      invalidatesTags: ["Staff", "Me", "Audit"],
    }),
    verifyAgain: build.mutation<unknown, { password?: string; code?: string }>({
      query: (body) => ({ url: "/admin/verify/", method: "POST", body }),
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
  useWithdrawInvitationMutation,
  useRequireSecondFactorMutation,
  useSecondFactorQuery,
  useBeginSecondFactorMutation,
  useConfirmSecondFactorMutation,
  useRenewRecoveryCodesMutation,
  useTurnSecondFactorOffMutation,
  useVerifyAgainMutation,
  useTheirInvitationQuery,
  useAcceptInvitationMutation,
} = staffApi;
