import * as z from "zod/mini";
import { isEmail, isPhone, phoneRule } from "@/shared/addresses/contactRules";

const special = "!@#$%^&*";

/** Each password rule with its check, shown while typing. */
export const passwordRules: [string, (password: string) => boolean][] = [
  ["8 characters", (password) => password.length >= 8],
  ["One uppercase", (password) => /[A-Z]/.test(password)],
  ["One number", (password) => /[0-9]/.test(password)],
  [`One special, ${special}`, (password) => /[!@#$%^&*]/.test(password)],
  [`Only A-Z, a-z, 0-9 and ${special}`, (password) => /^[A-Za-z0-9!@#$%^&*]+$/.test(password)],
];

const passwordMessage =
  "Password must be at least 8 characters, include one uppercase, one number & one special character.";

export const passwordRuleText =
  "Password must be at least 8 characters, include one uppercase letter, one number, and one special character.";

export const isPassword = (password: string) => passwordRules.every(([, isMet]) => isMet(password));

const email = z.string().check(z.trim(), z.refine(isEmail, { error: "Please enter a valid email address" }));
const password = z.string().check(z.refine(isPassword, { error: passwordMessage }));
const required = (error: string) => z.string().check(z.trim(), z.minLength(1, { error }));

const phoneOr = (stored: string | null) =>
  required("Please enter your phone number").check(
    z.refine((text) => text === "" || text === stored || isPhone(text), { error: phoneRule }),
  );

export const signInForm = z.object({ email, password });
export const signUpForm = z.object({
  name: required("Please enter your full name"),
  phone: phoneOr(null),
  email,
  password,
});

export const passwordForm = z.object({
  currentPassword: z.string().check(z.minLength(1, { error: "Please enter your current password" })),
  password,
});

/**
 * The schema of a profile. `isAsked` says whether the current password is required. The stored phone may stay as it is:
 * staff may have entered it in any form.
 */
export const profileForm = (isAsked: (values: { email: string }) => boolean, storedPhone: string | null) =>
  z
    .object({
      name: required("Please enter your full name"),
      phone: phoneOr(storedPhone),
      email,
      currentPassword: z.string(),
    })
    .check(
      z.refine((values) => values.currentPassword !== "" || !isAsked(values), {
        path: ["currentPassword"],
        error: "Please enter your current password",
        // Report this error together with others.
        when: () => true,
      }),
    );

export type SignInForm = z.infer<typeof signInForm>;
export type SignUpForm = z.infer<typeof signUpForm>;
export type PasswordValues = z.infer<typeof passwordForm>;
export type ProfileValues = z.infer<ReturnType<typeof profileForm>>;
