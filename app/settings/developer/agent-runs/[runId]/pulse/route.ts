import { readSession } from "@/lib/accounts/sessions/session";
import { readRun } from "@/lib/agents/runs/queries";
import { isOver } from "@/lib/agents/runs/run";
import { printRun } from "@/lib/agents/runs/run-filter";
import { AppError } from "@/lib/platform/errors";

interface Context {
  params: Promise<{ runId: string }>;
}

export async function GET(_: Request, { params }: Context): Promise<Response> {
  const headers = { "cache-control": "no-store" };
  const session = await readSession();
  if (!session) return Response.json({}, { status: 401, headers });
  try {
    const run = await readRun(session.user.id, (await params).runId);
    return Response.json({ fingerprint: printRun(run), isMoving: !isOver(run.state) }, { headers });
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found") return Response.json({}, { status: 404, headers });
    throw error;
  }
}
