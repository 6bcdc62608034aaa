import { requireUser } from "@/app/api/cli/serve";
import { type AuditAccess, openAudit } from "@/lib/audit-log/open-audit";
import { newRequestId } from "@/lib/platform/ids";
import { answerAuditFailure } from "./answer-failure";

/** The audit log of one area for the command line, and for the cookie of a signed-in person. */
export function serveAudit(respond: (access: AuditAccess, given: URLSearchParams) => Promise<Response>) {
  return async (request: Request): Promise<Response> => {
    try {
      const user = await requireUser(request);
      const given = new URL(request.url).searchParams;
      return await respond(await openAudit(user, given.get("area") ?? ""), given);
    } catch (error) {
      return answerAuditFailure(error, newRequestId());
    }
  };
}
