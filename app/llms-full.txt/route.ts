import { respondWithText } from "@/app/docs/_page/respond-with-text";
import { writeLlmsFull } from "@/lib/docs/llms";
import { env } from "@/lib/platform/env";

export const dynamic = "force-dynamic";

export function GET(): Response {
  return respondWithText("text/plain", writeLlmsFull(env().SVC_BASE_URL));
}
