import { readSession } from "@/lib/accounts/sessions/session";
import { AppError } from "@/lib/platform/errors";
import { readDeliveryQuery } from "@/lib/webhooks/history/delivery-filter";
import { openWebhook } from "@/lib/webhooks/settings/open-webhook";
import { readHistory } from "../read-history";

interface Context {
  params: Promise<{ webhookId: string }>;
}

export async function GET(request: Request, { params }: Context): Promise<Response> {
  const headers = { "cache-control": "no-store" };
  const session = await readSession();
  if (!session) return Response.json({}, { status: 401, headers });
  const given = new URL(request.url).searchParams;
  try {
    const access = await openWebhook(session.user.id, (await params).webhookId);
    const { fingerprint, isMoving, rows } = await readHistory(
      access,
      readDeliveryQuery((name) => given.get(name) ?? ""),
      "",
    );
    return Response.json({ fingerprint, isMoving, rows }, { headers });
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found") return Response.json({}, { status: 404, headers });
    throw error;
  }
}
