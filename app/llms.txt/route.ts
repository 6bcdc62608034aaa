import { respondWithText } from "@/app/docs/_page/respond-with-text";
import { writeLlms } from "@/lib/docs/llms";
import { env } from "@/lib/platform/env";

export const dynamic = "force-dynamic";

export function GET(): Response {
  return respondWithText("text/plain", writeLlms(env().SVC_BASE_URL));
}
