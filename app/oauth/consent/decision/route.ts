import { CLIENT_ADDRESS_HEADER } from "@/lib/accounts/client-address";
import { readSession } from "@/lib/accounts/session";
import { readBody } from "@/lib/api/decode";
import { fromRequest } from "@/lib/api/web-exchange";
import { approveConsent, consentPath, denyConsent, judgeSealed } from "@/lib/oauth/authorization";
import { readParameters } from "@/lib/oauth/parameters";
import { isTicket } from "@/lib/oauth/sealed-request";
import { OAUTH_BODY_MAX_BYTES } from "@/lib/platform/limits";
import { answerReturn, redirectTo } from "../../static-page";
import type { ConsentProblem } from "../problem";

/** Trusts the browser with nothing: the request is opened and judged anew, and the ticket shows whose page it was. */
export async function POST(request: Request): Promise<Response> {
  const form = await readForm(request);
  const sealed = form.get("request") ?? "";
  const lookAgain = (problem?: ConsentProblem) =>
    redirectTo(`${consentPath(encodeURIComponent(sealed))}${problem ? `&problem=${problem}` : ""}`, 303);
  const judgement = await judgeSealed(sealed);
  if (judgement.kind !== "valid") return lookAgain();
  const session = await readSession();
  if (!session) return redirectTo(`/login?callbackUrl=${encodeURIComponent(consentPath(sealed))}`, 303);
  if (!isTicket(form.get("ticket") ?? "", session.user.id, sealed)) return lookAgain("account");
  const decision = form.get("decision");
  if (decision === "deny") return answerReturn(denyConsent(judgement.request));
  if (decision !== "approve") return lookAgain("decision");
  const url = await approveConsent({
    client: judgement.app,
    request: judgement.request,
    userId: session.user.id,
    billingEntityId: form.get("context") ?? "",
    cause: { address: request.headers.get(CLIENT_ADDRESS_HEADER), userAgent: request.headers.get("user-agent") },
  });
  return url === null ? lookAgain("context") : answerReturn(url);
}

/** What is no form, or too long for one, is empty, and ends as a request that cannot be trusted. */
async function readForm(request: Request): Promise<ReadonlyMap<string, string>> {
  const bytes = await readBody(fromRequest(request), OAUTH_BODY_MAX_BYTES).catch(() => Buffer.alloc(0));
  return readParameters(bytes.toString("utf8")).values;
}
