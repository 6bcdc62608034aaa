import type { KeyObject } from "node:crypto";
import { beginCall } from "../../api/call";
import { parse, parseJson, readBody, refuseOversized } from "../../api/decode";
import { describeFailure, HttpError } from "../../api/errors";
import { answerCall } from "../../api/pipeline";
import type { ApiRequest, ApiResponse } from "../../api/request";
import { respondFailure, respondSuccess } from "../../api/respond";
import { sha256 } from "../../platform/crypto";
import { env } from "../../platform/env";
import { notFound } from "../../platform/errors";
import { isSignedBy, parsePublicKeys } from "../../platform/public-keys";
import { shared } from "../../platform/shared";
import { LeakReport, readLeak } from "./report";
import { revokeLeaks } from "./revoke";

const KEY_ID_HEADER = "github-public-key-identifier";
const SIGNATURE_HEADER = "github-public-key-signature";

export function answerLeaks(incoming: ApiRequest): Promise<ApiResponse> {
  const call = beginCall(incoming, "/api/leaks", "leaks");
  if (leakScannerKeys().size === 0) return Promise.resolve(respondFailure(call, describeFailure(notFound())));
  return answerCall(call, async () => {
    refuseOversized(incoming);
    if (incoming.method !== "POST") {
      const message = `Method ${incoming.method} is not allowed. Use POST.`;
      throw new HttpError(405, "validation_error", message, undefined, { allow: "POST" });
    }
    const { keyId, body } = await readSigned(incoming);
    call.isAuthenticated = true;
    const report = parse(LeakReport, parseJson(body), "");
    const known = await revokeLeaks(report.map(readLeak), { keyId, requestId: call.requestId });
    return respondSuccess(call, 200, JSON.stringify(report.map((entry) => label(entry, known.has(entry.token)))));
  });
}

/** The signature covers the received bytes. An unsigned body is never parsed. */
async function readSigned(incoming: ApiRequest): Promise<{ keyId: string; body: Buffer }> {
  const keyId = incoming.header(KEY_ID_HEADER) ?? "";
  const key = leakScannerKeys().get(keyId);
  if (!key) throw refuse();
  const body = await readBody(incoming);
  if (!isSignedBy(key, body, incoming.header(SIGNATURE_HEADER) ?? "")) throw refuse();
  return { keyId, body };
}

function refuse(): HttpError {
  const message = `Sign the body with a registered key: send ${KEY_ID_HEADER} and ${SIGNATURE_HEADER}.`;
  return new HttpError(401, "unauthenticated", message, undefined, { "www-authenticate": 'Signature realm="leaks"' });
}

/** Responses end up in logs, so they hold the hash. Unknown and erased tokens have the same label. */
function label({ token, type }: LeakReport[number], isOurs: boolean) {
  const verdict = isOurs ? "true_positive" : "false_positive";
  return { token_hash: sha256(token).toString("hex"), token_type: type, label: verdict };
}

function leakScannerKeys() {
  return shared(
    "leak-scanner-keys",
    () => parsePublicKeys(env().SVC_LEAK_SCANNER_KEYS) ?? new Map<string, KeyObject>(),
  );
}
