import { useTranslations } from "next-intl";
import { UNREAD_COUNTED_MAX } from "@/lib/messages/unread";

/** How many messages of a room are new; nothing without any. Part of a link's name. */
export function UnreadBadge({ count }: { count: number }) {
  const t = useTranslations("rooms");
  if (count === 0) return null;
  const isBound = count >= UNREAD_COUNTED_MAX;
  return (
    <span className="shrink-0 rounded-full bg-accent-solid px-1.5 py-0.5 text-[0.6875rem] leading-none font-semibold text-white tabular-nums">
      <span aria-hidden>{isBound ? `${UNREAD_COUNTED_MAX - 1}+` : count}</span>
      <span className="sr-only">{isBound ? t("unreadMany") : t("unread", { count })}</span>
    </span>
  );
}
