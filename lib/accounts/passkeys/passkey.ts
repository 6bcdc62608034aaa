import { z } from "zod";

export const PASSKEYS_PER_PERSON_MAX = 20;
/** Longer than any authenticator writes. */
const ANSWER_MAX_LENGTH = 16_000;

const Encoded = z.string().regex(/^[A-Za-z0-9_-]+$/);
/** §5.1 of WebAuthn: an id has at most 1,023 bytes. */
const CredentialId = Encoded.max(1_364);
const Kind = { id: CredentialId, rawId: CredentialId, type: z.literal("public-key") };

/** An authenticator's answer to "make a passkey". */
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

/** An authenticator's answer to "sign in". */
export const Assertion = z.object({
  ...Kind,
  response: z.object({
    clientDataJSON: Encoded,
    authenticatorData: Encoded,
    signature: Encoded,
    /** The person, as the passkey remembers them. */
    userHandle: Encoded,
  }),
});
export type Assertion = z.output<typeof Assertion>;

/** null: no answer of a browser. */
export function readAnswer<Schema extends z.ZodType>(schema: Schema, text: string): z.output<Schema> | null {
  if (text.length > ANSWER_MAX_LENGTH) return null;
  try {
    return schema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

const ClientData = z.object({ challenge: z.string() });

/** The challenge that an answer was made for, as the browser wrote it; empty: none. Whether it is ours is another matter. */
export function readAnsweredChallenge({ response }: Registration | Assertion): string {
  const text = Buffer.from(response.clientDataJSON, "base64url").toString();
  return readAnswer(ClientData, text)?.challenge ?? "";
}

/** Authenticators that count must count up. One that does not is a copy, or was copied. */
export function isCounterOld(before: bigint, counter: number): boolean {
  return (before > 0n || counter > 0) && BigInt(counter) <= before;
}
