import { answerFailure } from "@/app/api/cli/serve";
import { BrokenArchive } from "@/lib/audit/archive/store/archive-store";
import { AppError } from "@/lib/platform/errors";

const UNREADABLE =
  "Old rows cannot be read: a file of the archive that holds them is missing or was changed. An administrator of the service finds its name under Health. Newer rows can be read; an export takes --since.";

export function answerAuditFailure(error: unknown, requestId: string): Response {
  if (!(error instanceof BrokenArchive)) return answerFailure(error, requestId);
  return answerFailure(new AppError("internal_error", UNREADABLE, { cause: error }), requestId);
}
