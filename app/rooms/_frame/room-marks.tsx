import { AtSign, MessageSquareText } from "lucide-react";
import { useTranslations } from "next-intl";
import { UNREAD_COUNTED_MAX } from "@/lib/platform/page-limits";

interface UnreadBadgeProps {
  count: number;
  mentions: number;
}

const shorten = (count: number) => (count >= UNREAD_COUNTED_MAX ? `${UNREAD_COUNTED_MAX - 1}+` : count);

/** How many messages of a room are new; nothing without any. Part of a link's name. */
export function UnreadBadge({ count, mentions }: UnreadBadgeProps) {
  const t = useTranslations("rooms");
  if (count === 0) return null;
  return (
    <span className="flex shrink-0 items-center gap-1">
      {mentions === 0 ? null : <Mentioned />}
      <span className="rounded-full bg-accent-solid px-1.5 py-0.5 text-[0.6875rem] leading-none font-semibold text-white tabular-nums">
        <span aria-hidden>{shorten(count)}</span>
        <span className="sr-only">{count >= UNREAD_COUNTED_MAX ? t("unreadMany") : t("unread", { count })}</span>
      </span>
    </span>
  );
}

/** The same, of comments on records. */
export function CommentBadge({ count, mentions }: UnreadBadgeProps) {
  const t = useTranslations("rooms");
  if (count === 0) return null;
  const label = count >= UNREAD_COUNTED_MAX ? t("unreadCommentsMany") : t("unreadComments", { count });
  return (
    <span className="flex shrink-0 items-center gap-1">
      {mentions === 0 ? null : <Mentioned />}
      <span
        title={label}
        className="inline-flex items-center gap-1 rounded-full bg-accent-soft px-1.5 py-0.5 text-[0.6875rem] leading-none font-semibold text-accent tabular-nums"
      >
        <MessageSquareText aria-hidden className="size-3" />
        <span aria-hidden>{shorten(count)}</span>
        <span className="sr-only">{label}</span>
      </span>
    </span>
  );
}

function Mentioned() {
  const t = useTranslations("rooms");
  return (
    <span className="grid size-5 place-items-center rounded-full bg-warn-soft text-warn" title={t("mentioned")}>
      <AtSign aria-hidden className="size-3.5" />
      <span className="sr-only">{t("mentioned")}</span>
    </span>
  );
}
