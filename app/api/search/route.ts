import { answerFailure } from "@/app/api/cli/serve";
import { readSession } from "@/lib/accounts/sessions/session";
import { HttpError } from "@/lib/api/errors";
import { AppError } from "@/lib/platform/errors";
import { newRequestId } from "@/lib/platform/ids";
import { SEARCH_TEXT_MAX_LENGTH } from "@/lib/platform/page-limits";
import { findHits } from "@/lib/search/find-hits";
import { isSearchable } from "@/lib/search/hit";
import { limitPersonSearches } from "@/lib/usage/limit-burst";

export async function GET(request: Request): Promise<Response> {
  try {
    const session = await readSession();
    if (!session) throw new HttpError(401, "unauthenticated", "Sign in to use this path. It needs a session.");
    const text = new URL(request.url).searchParams.get("q") ?? "";
    if (!isSearchable(text)) throw unsearchable();
    await limitPersonSearches(session.user.id);
    return Response.json({ hits: await findHits(session.user, text) }, { headers: HEADERS });
  } catch (error) {
    return answerFailure(error, newRequestId());
  }
}

const HEADERS = { "cache-control": "no-store", "x-content-type-options": "nosniff" };

function unsearchable(): AppError {
  const message = `A search has at most ${SEARCH_TEXT_MAX_LENGTH} characters of readable text.`;
  return new AppError("validation_error", message, { details: { issues: [{ path: "q", message }] } });
}
