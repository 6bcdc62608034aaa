import { z } from "zod";

export interface GitHubEmail {
  email: string;
  primary: boolean;
  verified: boolean;
}

export function pickVerifiedEmail(emails: readonly GitHubEmail[]): string | undefined {
  const verified = emails.filter((entry) => entry.verified);
  return (verified.find((entry) => entry.primary) ?? verified[0])?.email;
}

const VerifiedProfile = z.object({
  email: z.email().trim().toLowerCase(),
  email_verified: z.literal(true),
  name: z.string().nullish(),
});

export interface Identity {
  provider: string;
  providerAccountId: string;
  email: string;
  name: string;
}

type Account = Pick<Identity, "provider" | "providerAccountId">;

/** Only an address that the provider has verified may lead to an account. */
export function pickIdentity({ provider, providerAccountId }: Account, profile: unknown): Identity | undefined {
  const parsed = VerifiedProfile.safeParse(profile);
  if (!parsed.success) return undefined;
  const { email, name } = parsed.data;
  return { provider, providerAccountId, email, name: name?.trim() || email.replace(/@.*$/, "") };
}
