import { ArrowLeft } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { pathOf, WEBHOOKS_PATH } from "./paths";

/** To the list, or to the webhook whose name it carries. */
export function BackLink({ webhook, rest = "" }: { webhook?: { id: string; name: string }; rest?: string }) {
  const t = useTranslations("webhooks");
  return (
    <Link
      href={webhook ? pathOf(webhook.id, rest) : WEBHOOKS_PATH}
      className="mb-2 inline-flex min-h-6 max-w-full items-center gap-1.5 rounded-control text-dense text-ink-2 hover:text-ink"
    >
      <ArrowLeft aria-hidden className="size-3.5 shrink-0" />
      <span className="truncate">{webhook?.name ?? t("title")}</span>
    </Link>
  );
}
