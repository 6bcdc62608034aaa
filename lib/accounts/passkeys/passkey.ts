import { z } from "zod";
import { displayName } from "@/lib/platform/text";

export const PASSKEYS_PER_PERSON_MAX = 20;
export const PASSKEY_NAME_MAX_LENGTH = 60;
const ANSWER_MAX_LENGTH = 16_000;

export const PasskeyName = z.object({ name: displayName(PASSKEY_NAME_MAX_LENGTH) });

const Encoded = z.string().regex(/^[A-Za-z0-9_-]+$/);
const CredentialId = Encoded.max(1_364);
const Kind = { id: CredentialId, rawId: CredentialId, type: z.literal("public-key") };

export const Registration = z.object({
  ...Kind,
  response: z.object({
    clientDataJSON: Encoded,
    attestationObject: Encoded,
    transports: z
      .array(z.string().regex(/^[a-z-]{1,20}$/))
      .max(10)
      .catch([]),
  }),
});
export type Registration = z.output<typeof Registration>;

export const Assertion = z.object({
  ...Kind,
  response: z.object({
    clientDataJSON: Encoded,
    authenticatorData: Encoded,
    signature: Encoded,
    userHandle: Encoded,
  }),
});
export type Assertion = z.output<typeof Assertion>;

export function readAnswer<Schema extends z.ZodType>(schema: Schema, text: string): z.output<Schema> | null {
  if (text.length > ANSWER_MAX_LENGTH) return null;
  try {
    return schema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

const ClientData = z.object({ challenge: z.string() });

export function readAnsweredChallenge({ response }: Registration | Assertion): string {
  const text = Buffer.from(response.clientDataJSON, "base64url").toString();
  return readAnswer(ClientData, text)?.challenge ?? "";
}

/** Counting authenticators must count up; one that does not is a copy or was copied. */
export function isCounterOld(before: bigint, counter: number): boolean {
  return (before > 0n || counter > 0) && BigInt(counter) <= before;
}
