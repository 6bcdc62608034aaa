import { MessagesSquare } from "lucide-react";
import { getTranslations } from "next-intl/server";
import { EmptyState } from "@/app/_ui/empty-state";
import { Time } from "@/app/_ui/time";
import { listMessages } from "@/lib/messages/store";
import { LIST_LIMIT_DEFAULT } from "@/lib/platform/limits";
import { openRoomPage } from "../_frame/open-room";

export default async function MessagesPage({ params }: { params: Promise<{ roomId: string }> }) {
  const { access } = await openRoomPage((await params).roomId, "messages");
  const [messages, t] = await Promise.all([
    listMessages(access, { limit: LIST_LIMIT_DEFAULT, after: null }),
    getTranslations("rooms"),
  ]);
  if (messages.length === 0)
    return <EmptyState icon={MessagesSquare} title={t("messages.empty.title")} text={t("messages.empty.text")} />;
  return (
    <ol className="grid grid-cols-1 gap-4">
      {messages.toReversed().map(({ id, body, createdAt }) => (
        <li key={id} className="min-w-0">
          <p className="text-xs text-ink-3">
            <Time value={createdAt} />
          </p>
          <p className="whitespace-pre-wrap break-words">{body}</p>
        </li>
      ))}
    </ol>
  );
}
