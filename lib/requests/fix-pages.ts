import type { RequestArea } from "./open-viewer";
import type { Refusal } from "./refusal";

export const KEYS = "/settings/developer/api-keys";
export const APPS = "/settings/developer/authorized-apps";
export const USAGE = "/settings/developer/usage";
export const REFERENCE = "/docs/reference";
/** How a person's token is made. */
export const USER_TOKENS = "/docs/oauth";

/** Its people read the reason there. */
export function pageOfArea(area: RequestArea | null): string {
  return area?.kind === "organization" ? `/settings/organizations/${area.ownerId}` : "/settings/account";
}

/** The form begins with the owner, the scopes of the old key, and the scope that the request needs. */
export function pageOfNewKey({ area, facts, endpoint, access }: Refusal, owner = area?.ownerId): string {
  const needed = facts.e?.["requiredScope"] ?? endpoint?.scope;
  const scopes = new Set([...(access.keyScopes ?? []), ...(typeof needed === "string" ? [needed] : [])]);
  const asked = {
    ...(owner === undefined ? {} : { owner }),
    ...(scopes.size === 0 ? {} : { scope: [...scopes].join(" ") }),
  };
  return `${KEYS}/new?${new URLSearchParams(asked)}`;
}

export function pageOfKey({ area, credentialId }: Refusal, page: string): string | null {
  return area?.seesAll ? `${KEYS}/${credentialId}/${page}` : null;
}

export function pageOfConnector({ facts }: Refusal): string {
  const id = facts.p?.["connectorId"];
  return id ? `/settings/developer/connectors/${id}/edit` : "/settings/developer/connectors";
}
