import { answerFailure } from "@/app/api/cli/serve";
import { BrokenArchive } from "@/lib/audit/archive/store/archive-store";
import { AppError } from "@/lib/platform/errors";

const UNREADABLE =
  "Old rows cannot be read: an archive file is missing or was changed. An administrator finds its name under Health. Newer rows can be read: export with --since.";

export function answerAuditFailure(error: unknown, requestId: string): Response {
  if (!(error instanceof BrokenArchive)) return answerFailure(error, requestId);
  return answerFailure(new AppError("internal_error", UNREADABLE, { cause: error }), requestId);
}
