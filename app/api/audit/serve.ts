import { answerFailure, requireUser } from "@/app/api/cli/serve";
import { BrokenArchive } from "@/lib/audit/archive/store/archive-store";
import { type AuditAccess, openAudit } from "@/lib/audit-log/open-audit";
import { AppError } from "@/lib/platform/errors";
import { newRequestId } from "@/lib/platform/ids";

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

const UNREADABLE =
  "Old rows cannot be read: an archive file is missing or was changed. An administrator finds its name under Health. Newer rows can be read: export with --since.";

export function answerAuditFailure(error: unknown, requestId: string): Response {
  if (!(error instanceof BrokenArchive)) return answerFailure(error, requestId);
  return answerFailure(new AppError("internal_error", UNREADABLE, { cause: error }), requestId);
}
