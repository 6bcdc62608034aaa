import type { Account, Profile } from "next-auth";
import GitHubProvider, { type GithubProfile } from "next-auth/providers/github";
import GoogleProvider from "next-auth/providers/google";
import type { OAuthConfig } from "next-auth/providers/oauth";
import { env } from "@/lib/platform/env";
import type { SignedInUser } from "../profile/account";
import { findUser } from "../queries";
import { readClientAddress, readLocale } from "../sessions/session";
import { type GitHubEmail, pickIdentity, pickVerifiedEmail } from "./identity";
import { signInIdentity } from "./sign-in-identity";

export interface ProviderSummary {
  id: "github" | "google";
  name: string;
}

export function listProviders(): ProviderSummary[] {
  const { GITHUB_CLIENT_ID, GOOGLE_CLIENT_ID } = env();
  return [
    ...(GITHUB_CLIENT_ID === undefined ? [] : [{ id: "github", name: "GitHub" } as const]),
    ...(GOOGLE_CLIENT_ID === undefined ? [] : [{ id: "google", name: "Google" } as const]),
  ];
}

export function buildProviders() {
  const { GITHUB_CLIENT_ID, GITHUB_CLIENT_SECRET, GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET } = env();
  return [
    ...(GITHUB_CLIENT_ID && GITHUB_CLIENT_SECRET ? [buildGitHub(GITHUB_CLIENT_ID, GITHUB_CLIENT_SECRET)] : []),
    ...(GOOGLE_CLIENT_ID && GOOGLE_CLIENT_SECRET
      ? [GoogleProvider({ clientId: GOOGLE_CLIENT_ID, clientSecret: GOOGLE_CLIENT_SECRET })]
      : []),
  ];
}

/** GitHub's profile may hold an unverified address; its list of addresses says which are verified. */
function buildGitHub(clientId: string, clientSecret: string): OAuthConfig<GithubProfile> {
  return GitHubProvider({
    clientId,
    clientSecret,
    userinfo: {
      url: "https://api.github.com/user",
      request: async ({ client, tokens }) => {
        const accessToken = tokens.access_token ?? "";
        const profile = await client.userinfo<GithubProfile>(accessToken);
        const response = await fetch("https://api.github.com/user/emails", {
          headers: { authorization: `Bearer ${accessToken}` },
          signal: AbortSignal.timeout(5_000),
        });
        const email = response.ok ? pickVerifiedEmail((await response.json()) as GitHubEmail[]) : undefined;
        return { ...profile, email: email ?? "", email_verified: email !== undefined };
      },
    },
  });
}

export async function resolveIdentity(
  account: Account,
  profile: Profile | undefined,
): Promise<SignedInUser | undefined> {
  const identity = pickIdentity(account, profile);
  if (!identity) return undefined;
  const userId = await signInIdentity({ ...identity, locale: await readLocale() }, await readClientAddress());
  return (await findUser(userId)) ?? undefined;
}
