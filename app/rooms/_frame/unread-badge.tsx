import { AtSign } from "lucide-react";
import { useTranslations } from "next-intl";
import { UNREAD_COUNTED_MAX } from "@/lib/messages/unread";

interface UnreadBadgeProps {
  count: number;
  /** Of them, messages that mention the reader. */
  mentions: number;
}

/** How many messages of a room are new; nothing without any. Part of a link's name. */
export function UnreadBadge({ count, mentions }: UnreadBadgeProps) {
  const t = useTranslations("rooms");
  if (count === 0) return null;
  const isBound = count >= UNREAD_COUNTED_MAX;
  return (
    <span className="flex shrink-0 items-center gap-1">
      {mentions === 0 ? null : (
        <span className="grid size-5 place-items-center rounded-full bg-warn-soft text-warn" title={t("mentioned")}>
          <AtSign aria-hidden className="size-3.5" />
          <span className="sr-only">{t("mentioned")}</span>
        </span>
      )}
      <span className="rounded-full bg-accent-solid px-1.5 py-0.5 text-[0.6875rem] leading-none font-semibold text-white tabular-nums">
        <span aria-hidden>{isBound ? `${UNREAD_COUNTED_MAX - 1}+` : count}</span>
        <span className="sr-only">{isBound ? t("unreadMany") : t("unread", { count })}</span>
      </span>
    </span>
  );
}
