import { beginConsent, checkAuthorizationQuery } from "@/lib/oauth/server/authorization";
import { readParameters } from "@/lib/oauth/server/parameters";
import { answerDistrust, redirectTo } from "../static-page";

/** §4: validates the whole request. Errors that cannot go back to the client are shown on a page. */
export async function GET(request: Request): Promise<Response> {
  const query = new URL(request.url).search.slice(1);
  const judgement = await checkAuthorizationQuery(query);
  if (judgement.kind === "untrusted") {
    return answerDistrust(judgement.reason, readParameters(query).values.get("client_id"));
  }
  return redirectTo(judgement.kind === "refused" ? judgement.redirectTo : beginConsent(query));
}

const ALLOWED = { allow: "GET, HEAD, OPTIONS" };

/** Next's own answer would name the methods that are refused here. */
export function OPTIONS(): Response {
  return new Response(null, { status: 204, headers: ALLOWED });
}

/** Each other method by name: Next's own 405 has no `Allow`. */
function refuseMethod(): Response {
  return new Response("An authorization request is a GET.\n", { status: 405, headers: ALLOWED });
}

export { refuseMethod as DELETE, refuseMethod as PATCH, refuseMethod as POST, refuseMethod as PUT };
