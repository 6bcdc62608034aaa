import { env } from "@/lib/platform/env";
import { isMailConfigured } from "@/lib/platform/mail-transport";

export type SignUpMode = "closed" | "invited" | "open";

export function signUpMode(): SignUpMode {
  return isMailConfigured() ? env().SVC_SIGN_UP : "closed";
}

export const SIGN_UP_PATH = "/sign-up";
export const FORGOT_PATH = "/password/forgot";

export function signUpPath(token: string): string {
  return `${SIGN_UP_PATH}/confirm?token=${token}`;
}

export function resetPath(token: string): string {
  return `/password/reset?token=${token}`;
}
