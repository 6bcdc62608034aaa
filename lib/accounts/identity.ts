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

/** Only an address that the provider has verified may lead to an account here. */
export function pickIdentity(
  account: { provider: string; providerAccountId: string },
  profile: unknown,
): Identity | undefined {
  const parsed = VerifiedProfile.safeParse(profile);
  if (!parsed.success) return undefined;
  const { email, name } = parsed.data;
  return {
    provider: account.provider,
    providerAccountId: account.providerAccountId,
    email,
    name: name?.trim() || email.replace(/@.*$/, ""),
  };
}
