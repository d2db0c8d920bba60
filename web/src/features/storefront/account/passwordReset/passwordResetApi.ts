import { api } from "@/shared/api/api";

const step = <Body extends object>(flag: string) => ({
  query: (body: Body) => ({
    url: "customer/resetPassword/",
    params: { flag },
    method: "POST",
    body: { ...body, flag },
  }),
});

const passwordResetApi = api.injectEndpoints({
  endpoints: (build) => ({
    requestCode: build.mutation<null, { email: string }>(step("generate")),
    verifyCode: build.mutation<null, { email: string; otp: string }>(step("verify")),
    setPassword: build.mutation<null, { email: string; password: string }>(step("updatePassword")),
  }),
});

export const { useRequestCodeMutation, useVerifyCodeMutation, useSetPasswordMutation } = passwordResetApi;
