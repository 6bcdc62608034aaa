import { readSession } from "@/lib/accounts/sessions/session";
import { readBody } from "@/lib/api/decode";
import { fromRequest } from "@/lib/api/web-http";
import { checkSealedRequest, consentPath } from "@/lib/oauth/server/authorization";
import { approveConsent, denyConsent } from "@/lib/oauth/server/decide-consent";
import { readParameters } from "@/lib/oauth/server/parameters";
import { isTicket } from "@/lib/oauth/server/sealed-request";
import { CLIENT_ADDRESS_HEADER } from "@/lib/platform/client-address";
import { isId } from "@/lib/platform/ids";
import { OAUTH_BODY_MAX_BYTES } from "@/lib/platform/limits";
import { answerDecided, answerReturn, redirectTo } from "../../static-page";
import type { ConsentProblem } from "../problem";

/** Trusts nothing from the browser: the request is opened and checked again, and the ticket binds it to the person of the page. */
export async function POST(request: Request): Promise<Response> {
  const form = await readForm(request);
  const sealed = form.get("request") ?? "";
  const lookAgain = (problem?: ConsentProblem) =>
    redirectTo(`${consentPath(encodeURIComponent(sealed))}${problem ? `&problem=${problem}` : ""}`, 303);
  const judgement = await checkSealedRequest(sealed);
  if (judgement.kind !== "valid") return lookAgain();
  const session = await readSession();
  if (!session) return redirectTo(`/login?callbackUrl=${encodeURIComponent(consentPath(sealed))}`, 303);
  if (!isTicket(form.get("ticket") ?? "", session.id, sealed)) return lookAgain("account");
  const decision = form.get("decision");
  if (decision === "deny") {
    const url = await denyConsent(judgement.request, sealed);
    return url === null ? answerDecided() : answerReturn(url);
  }
  if (decision !== "approve") return lookAgain("decision");
  const billingEntityId = form.get("context") ?? "";
  if (!isId("bil", billingEntityId)) return lookAgain("context");
  const consented = await approveConsent({
    client: judgement.app,
    request: judgement.request,
    userId: session.user.id,
    billingEntityId,
    sealed,
    cause: { address: request.headers.get(CLIENT_ADDRESS_HEADER), userAgent: request.headers.get("user-agent") },
  });
  if (consented.kind === "approved") return answerReturn(consented.url);
  return consented.kind === "context" ? lookAgain("context") : answerDecided();
}

/** A body that is not a form, or is too long, reads as empty and ends as an untrusted request. */
async function readForm(request: Request): Promise<ReadonlyMap<string, string>> {
  const bytes = await readBody(fromRequest(request), OAUTH_BODY_MAX_BYTES).catch(() => Buffer.alloc(0));
  return readParameters(bytes.toString("utf8")).values;
}
