import { Bot } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { whyPath } from "@/app/_links";
import type { OriginMark } from "@/lib/requests/origin-mark";

export function ViaMark({ via, isLink = true }: { via: OriginMark | null; isLink?: boolean }) {
  const t = useTranslations("rooms.via");
  if (via === null) return null;
  const { kind, name, requestId } = via;
  const text = kind === "device" ? t("device") : name === null ? t("deleted") : t("named", { name });
  const content = (
    <>
      <Bot aria-hidden className="size-3.5 shrink-0" />
      <span className="min-w-0">{text}</span>
    </>
  );
  const look = "inline-flex min-h-6 min-w-0 max-w-full items-center gap-1 text-xs text-ink-3";
  if (!isLink || requestId === null)
    return (
      <span className={look} title={t(`hints.${kind}`)}>
        {content}
      </span>
    );
  return (
    <Link
      href={whyPath(requestId)}
      prefetch={false}
      title={`${t(`hints.${kind}`)} ${t("why", { requestId })}`}
      className={`${look} underline decoration-line-strong decoration-dotted underline-offset-4 hover:text-ink`}
    >
      {content}
    </Link>
  );
}
