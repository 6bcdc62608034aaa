import { loginPath, readSession } from "@/lib/accounts/sessions/session";
import { markRead } from "@/lib/notifications/mark-read";
import { readNotificationId } from "@/lib/notifications/notification";
import { NOTIFICATIONS_PATH, notificationPath } from "@/lib/notifications/paths";
import { findTargetOf } from "@/lib/notifications/queries";
import { AppError } from "@/lib/platform/errors";

type Context = { params: Promise<{ notificationId: string }> };

/** A link, so that it works without JavaScript: marks it as read, and goes on. One that is not there leads to the list. */
export async function GET(_request: Request, { params }: Context): Promise<Response> {
  const id = readNotificationId((await params).notificationId);
  const session = await readSession();
  if (!session) return goTo(loginPath(id === null ? NOTIFICATIONS_PATH : notificationPath(id)));
  if (id === null) return goTo(NOTIFICATIONS_PATH);
  try {
    const target = await findTargetOf(session.user.id, id);
    await markRead(session.user.id, id);
    return goTo(target);
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found") return goTo(NOTIFICATIONS_PATH);
    throw error;
  }
}

function goTo(location: string): Response {
  return new Response(null, { status: 303, headers: { location, "cache-control": "no-store" } });
}
