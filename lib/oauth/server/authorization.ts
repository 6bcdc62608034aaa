import { now } from "../../platform/clock";
import { env } from "../../platform/env";
import { URL_MAX_BYTES } from "../../platform/limits";
import { checkClientDocument } from "../client-documents/check-client-document";
import { isClientUrl } from "../client-documents/client-url";
import { checkRequest, type RequestCheck } from "./authorization-request";
import { type Client, findClient } from "./find-client";
import { readParameters } from "./parameters";
import { openRequest, sealRequest } from "./sealed-request";

export type AuthorizationCheck = RequestCheck<Client>;

export async function checkAuthorizationQuery(query: string): Promise<AuthorizationCheck> {
  if (query.length > URL_MAX_BYTES) return { kind: "untrusted", reason: "request_too_long" };
  const clientId = readParameters(query).values.get("client_id");
  if (clientId !== undefined && isClientUrl(clientId)) {
    const standing = await checkClientDocument(clientId);
    if (standing !== "approved") return { kind: "untrusted", reason: standing };
  }
  const client = clientId === undefined ? null : await findClient(clientId);
  return checkRequest(query, client, env().SVC_BASE_URL);
}

export function consentPath(sealed: string): string {
  return `/oauth/consent?request=${sealed}`;
}

export function beginConsent(query: string): string {
  return consentPath(sealRequest(query, now()));
}

/** Every step checks again: the app may have been deactivated, or its redirect URIs changed, since the last one. */
export async function checkSealedRequest(sealed: string): Promise<AuthorizationCheck> {
  const opened = openRequest(sealed, now());
  if (opened.kind === "open") return checkAuthorizationQuery(opened.query);
  return { kind: "untrusted", reason: opened.kind === "altered" ? "request_altered" : "request_expired" };
}
