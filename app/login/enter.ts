import { type Reason, refuse } from "@/app/_ui/form/problems";
import type { PasskeyResult } from "@/lib/accounts/passkeys/sign-in";
import { signInHere } from "@/lib/accounts/sessions/session";

/** Begins a session in this browser. Every refusal but `refused` is shown at the field `elsewhere`. */
export async function enter(result: PasskeyResult, refused: Reason, field = "", elsewhere = ""): Promise<void> {
  if (result.kind === "limited") throw refuse("sign_in_limited", elsewhere, Math.ceil(result.retryAfterSeconds / 60));
  if (result.kind === "refused") throw refuse(refused, field);
  if (result.kind === "copied") throw refuse("passkey_copied", elsewhere);
  if (result.kind === "unavailable") throw refuse("sign_in_unavailable", elsewhere);
  await signInHere(result.user);
}
