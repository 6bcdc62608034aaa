import { useTranslations } from "next-intl";
import { CodeBlock } from "@/app/_ui/shown/code-block";
import type { AttemptDetail } from "@/lib/webhooks/delivery/delivery";
import { wasSent } from "@/lib/webhooks/history/diagnosis";

export function ReceivedAnswer({ sent }: { sent: AttemptDetail }) {
  const t = useTranslations("deliveries.answer");
  return sent.responsePreview ? (
    <CodeBlock label={t("preview")} code={sent.responsePreview} />
  ) : (
    <p className="text-dense text-ink-3">{t(wasSent(sent) ? "empty" : "none")}</p>
  );
}
