import { z } from "zod";
import { SCOPES } from "../../access/scopes";
import { OVERLAP_CHOICES } from "../../platform/overlap";
import { displayName } from "../../platform/text";
import { findRedirectUriProblem } from "../server/redirect-uri";
import { ACTOR_TYPES, APP_NAME_MAX_LENGTH, CLIENT_TYPES, REDIRECT_URIS_MAX } from "./choices";
import { describeKeys, nameForPeople, readKeysText, type StoredKeys } from "./client-keys";

const WEBSITE_MAX_LENGTH = 500;

export function isWebsite(value: string): boolean {
  return (
    value.length <= WEBSITE_MAX_LENGTH && /^https:\/\/[^\s@\\\p{Cc}\p{Surrogate}]+$/u.test(value) && URL.canParse(value)
  );
}

const RedirectUri = z.string().superRefine((uri, context) => {
  const problem = findRedirectUriProblem(uri);
  if (problem) context.addIssue({ code: "custom", message: problem });
});

const Keys = z
  .string()
  .trim()
  .transform((text, context) => {
    if (text === "") return null;
    const reading = readKeysText(text);
    if (reading.problem === null) return reading.keys;
    context.addIssue({ code: "custom", message: reading.problem });
    return z.NEVER;
  });

export const EditApp = z.object({
  name: displayName(APP_NAME_MAX_LENGTH),
  developerName: displayName(APP_NAME_MAX_LENGTH, "developer"),
  websiteUrl: z
    .string()
    .trim()
    .refine((url) => url === "" || isWebsite(url), "website_invalid")
    .transform((url) => url || null),
  allowedScopes: z
    .array(z.enum(SCOPES, { error: "scope_unknown" }))
    .min(1, "scopes_missing")
    .transform((chosen) => SCOPES.filter((scope) => chosen.includes(scope))),
  redirectUris: z
    .array(RedirectUri)
    .min(1, "uris_missing")
    .max(REDIRECT_URIS_MAX, "uris_too_many")
    .refine((uris) => new Set(uris).size === uris.length, "uri_repeated"),
  keys: Keys.default(null),
});
export type EditApp = z.output<typeof EditApp>;

/** Both types are fixed for an app's life: people consented to them, and clients were built for them. */
export const RegisterApp = EditApp.extend({
  clientType: z.enum(CLIENT_TYPES, { error: "type_missing" }),
  actorType: z.enum(ACTOR_TYPES, { error: "actor_missing" }),
}).refine(({ clientType, keys }) => clientType === "confidential" || keys === null, {
  path: ["keys"],
  message: "keys_public",
});
export type RegisterApp = z.output<typeof RegisterApp>;

export const RotateSecret = z.object({ overlap: z.enum(OVERLAP_CHOICES), secretId: z.string() });
export type RotateSecret = z.output<typeof RotateSecret>;

interface AppFacts extends StoredKeys {
  allowedScopes: string[];
  redirectUris: string[];
}

export function describeAppFacts({ allowedScopes, redirectUris, ...stored }: AppFacts) {
  const redirectHosts = redirectUris.map((uri) => new URL(uri)).map(({ host, protocol }) => host || protocol);
  const keys = describeKeys(stored);
  if (keys === null) return { allowedScopes, redirectHosts };
  return { allowedScopes, redirectHosts, keys: "jwksUri" in keys ? [keys.jwksUri] : keys.jwks.map(nameForPeople) };
}
