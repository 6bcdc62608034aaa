"use client";

import { CornerUpLeft, X } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { pathOfRoom } from "@/app/rooms/_frame/paths";
import type { QuotedMessage } from "@/lib/messages/thread";

/** Shows which message the draft replies to. */
export function ReplyLine({ roomId, reply, onEnd }: { roomId: string; reply: QuotedMessage; onEnd: () => void }) {
  const t = useTranslations("messages");
  return (
    <div className="flex items-center gap-2 rounded-control border border-line bg-muted px-2.5 py-1 text-dense">
      <input type="hidden" name="replyToMessageId" value={reply.id} />
      <CornerUpLeft aria-hidden className="size-3.5 shrink-0 text-ink-3" />
      <p className="flex min-w-0 flex-1 gap-2">
        <span className="shrink-0 font-medium">{t("replyingTo", { name: reply.author ?? t("someone") })}</span>
        <span className="truncate text-ink-2">{reply.excerpt}</span>
      </p>
      <Link
        href={pathOfRoom(roomId)}
        prefetch={false}
        onClick={(event) => {
          event.preventDefault();
          onEnd();
        }}
        aria-label={t("replyEnd")}
        className="grid size-7 shrink-0 place-items-center rounded-control text-ink-3 hover:bg-surface hover:text-ink"
      >
        <X aria-hidden className="size-4" />
      </Link>
    </div>
  );
}
