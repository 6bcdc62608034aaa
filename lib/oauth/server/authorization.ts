import { now } from "../../platform/clock";
import { env } from "../../platform/env";
import { URL_MAX_BYTES } from "../../platform/limits";
import { checkClientDocument } from "../client-documents/check-client-document";
import { isClientUrl } from "../client-documents/client-url";
import { type Judgement, judgeRequest } from "./authorization-request";
import { type Client, findClient } from "./find-client";
import { readParameters } from "./parameters";
import { openRequest, sealRequest } from "./sealed-request";

export type AuthorizationJudgement = Judgement<Client>;

/** `/oauth/authorize`: the query as it was sent, without its question mark. */
export async function judgeQuery(query: string): Promise<AuthorizationJudgement> {
  if (query.length > URL_MAX_BYTES) return { kind: "untrusted", reason: "request_too_long" };
  const clientId = readParameters(query).values.get("client_id");
  if (clientId !== undefined && isClientUrl(clientId)) {
    const standing = await checkClientDocument(clientId);
    if (standing !== "approved") return { kind: "untrusted", reason: standing };
  }
  const client = clientId === undefined ? null : await findClient(clientId);
  return judgeRequest(query, client, env().SVC_BASE_URL);
}

export function consentPath(sealed: string): string {
  return `/oauth/consent?request=${sealed}`;
}

export function beginConsent(query: string): string {
  return consentPath(sealRequest(query, now()));
}

/** Checked again at every step: the app may have been deactivated, or its redirect URIs changed, since the last one. */
export async function judgeSealed(sealed: string): Promise<AuthorizationJudgement> {
  const opened = openRequest(sealed, now());
  if (opened.kind === "open") return judgeQuery(opened.query);
  return { kind: "untrusted", reason: opened.kind === "altered" ? "request_altered" : "request_expired" };
}
