import { useTranslations } from "next-intl";
import { AppError } from "@/lib/platform/errors";
import { openWebhook } from "@/lib/webhooks/open-webhook";
import { readWebhook, type Webhook } from "@/lib/webhooks/queries";
import { SwitchForm } from "../switch-form";

/** The v1 webhook that this one was made from, while it still delivers. */
export async function findReplaced(userId: string, webhookId: string): Promise<Webhook | null> {
  if (webhookId === "") return null;
  try {
    const replaced = await readWebhook(await openWebhook(userId, webhookId));
    return replaced.isActive ? replaced : null;
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found") return null;
    throw error;
  }
}

export function ReplacedNotice({ replaced }: { replaced: Webhook }) {
  const t = useTranslations("webhooks.replaced");
  return (
    <section aria-labelledby="replaced" className="card border-accent/40 p-5">
      <h2 id="replaced" className="font-semibold">
        {t("title", { name: replaced.name })}
      </h2>
      <p className="mt-1 mb-4 max-w-2xl text-dense text-ink-2 text-pretty">{t("text")}</p>
      <SwitchForm webhookId={replaced.id} isActive returnTo="" />
    </section>
  );
}
