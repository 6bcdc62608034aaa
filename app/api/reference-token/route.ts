import { z } from "zod";
import { readClientAddress, readSession } from "@/lib/accounts/sessions/session";
import { readBody } from "@/lib/api/decode";
import { describeFailure } from "@/lib/api/errors";
import { fromRequest } from "@/lib/api/web-http";
import { findOperation } from "@/lib/docs/surface/operations";
import { issueReferenceToken } from "@/lib/oauth/server/issue-reference-token";
import { AppError } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import { limitPersonWrites } from "@/lib/usage/limit-burst";

const Wanted = z.strictObject({ operationId: z.string(), roomId: z.string().optional() });

const HEADERS = { "cache-control": "no-store" };

/** The front door refuses posts of other sites, and no other origin can read the response. */
export async function POST(request: Request): Promise<Response> {
  try {
    const session = await readSession();
    if (!session) throw new AppError("unauthenticated", "Sign in to use this path.");
    const { operation, roomId } = await readRequest(request);
    await limitPersonWrites(session.user.id);
    const cause = { address: await readClientAddress(), userAgent: request.headers.get("user-agent") };
    const reader = { sessionId: session.id, userId: session.user.id, scope: operation.scope, roomId, cause };
    return Response.json(await issueReferenceToken(reader), { headers: HEADERS });
  } catch (error) {
    const { status, code, message, details, headers } = describeFailure(error);
    if (status >= 500) log().error({ error }, "a token for the reference could not be issued");
    return Response.json({ code, message, details }, { status, headers: { ...HEADERS, ...headers } });
  }
}

async function readRequest(request: Request) {
  const bytes = await readBody(fromRequest(request));
  const wanted = Wanted.safeParse(parseJson(bytes.toString()));
  const operation = wanted.success ? findOperation(wanted.data.operationId) : null;
  if (!operation) throw new AppError("validation_error", "Send the operationId of an operation, and its roomId.");
  return { operation, roomId: wanted.data?.roomId };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
