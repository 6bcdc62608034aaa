import { useTranslations } from "next-intl";
import { WEBHOOK_API_VERSION_V1 } from "@/lib/platform/limits";
import type { ApiVersion } from "@/lib/webhooks/payload";

export function VersionBadge({ version }: { version: ApiVersion }) {
  const t = useTranslations("webhooks");
  const isV1 = version === WEBHOOK_API_VERSION_V1;
  return (
    <span title={version} className="inline-flex items-baseline gap-1.5 whitespace-nowrap">
      <span className={isV1 ? "font-medium text-warn" : "font-medium"}>{isV1 ? "v1" : "v2"}</span>
      <span className="sr-only">{t("contractVersion", { version })}</span>
    </span>
  );
}
