import { getTranslations } from "next-intl/server";
import type { Distrust } from "@/lib/oauth/authorization-request";

export async function Untrusted({ reason }: { reason: Distrust }) {
  const t = await getTranslations("consent.untrusted");
  return (
    <div className="grid gap-2">
      <h1 className="text-xl font-semibold tracking-tight text-balance">{t("title")}</h1>
      <p className="text-ink-2">{t(`reasons.${reason}`)}</p>
      <p className="text-ink-2">{t("advice")}</p>
    </div>
  );
}
