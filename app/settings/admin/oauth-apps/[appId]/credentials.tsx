import { CircleCheck, Hourglass } from "lucide-react";
import { useTranslations } from "next-intl";
import { Status } from "@/app/_ui/shown/status";
import { Time } from "@/app/_ui/shown/time";
import type { SecretSummary } from "@/lib/oauth/apps/apps-query";
import type { ClientKeys } from "@/lib/oauth/apps/client-keys";

export function SecretList({ secrets }: { secrets: readonly SecretSummary[] }) {
  const t = useTranslations("apps.secrets");
  if (secrets.length === 0) return <p className="text-dense text-warn">{t("none")}</p>;
  return (
    <ul className="grid gap-2.5 text-dense">
      {secrets.map(({ id, last4, createdAt, expiresAt }) => (
        <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="font-mono">svc_cs_…{last4}</span>
          <Status tone={expiresAt === null ? "good" : "warn"} icon={expiresAt === null ? CircleCheck : Hourglass}>
            {t(expiresAt === null ? "current" : "overlap")}
          </Status>
          <span className="text-xs text-ink-3">
            {t("created")} <Time value={createdAt} style="date" />
            {expiresAt === null ? null : (
              <>
                {" · "}
                {t("ends")} <Time value={expiresAt} />
              </>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}

export function KeyList({ keys }: { keys: ClientKeys }) {
  const t = useTranslations("apps.keys");
  if ("jwksUri" in keys) return <p className="font-mono text-dense break-all">{keys.jwksUri}</p>;
  if (keys.jwks.length === 0) return <p className="text-dense text-warn">{t("none")}</p>;
  return (
    <ul className="grid gap-1 font-mono text-dense">
      {keys.jwks.map((key) => (
        <li key={JSON.stringify(key)} className="break-all">
          {key.kty} {key.kid ?? t("unnamed")}
        </li>
      ))}
    </ul>
  );
}
