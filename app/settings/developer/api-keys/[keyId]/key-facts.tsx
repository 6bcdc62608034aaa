import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { CopyButton } from "@/app/_ui/copy-button";
import { Time } from "@/app/_ui/time";
import type { KeySummary } from "@/lib/api-keys/key-summary";
import { LastUsed } from "../last-used";

export function KeyFacts({ apiKey, now }: { apiKey: KeySummary; now: string }) {
  const t = useTranslations("keys");
  return (
    <dl className="card grid divide-y divide-line text-dense [&>*]:px-5">
      <Fact name={t("facts.key")}>
        <span className="font-mono">{apiKey.maskedKey}</span>
      </Fact>
      <Fact name={t("facts.id")}>
        <span className="flex min-w-0 items-center gap-1">
          <span className="min-w-0 font-mono break-all">{apiKey.id}</span>
          <CopyButton text={apiKey.id} label={t("facts.id")} />
        </span>
      </Fact>
      <Fact name={t("columns.owner")}>{apiKey.owner.kind === "organization" ? apiKey.owner.name : t("ownerMe")}</Fact>
      <Fact name={t("facts.environment")}>{apiKey.environment === "live" ? t("facts.live") : t("facts.test")}</Fact>
      <Fact name={t("columns.lastUsed")}>
        <LastUsed apiKey={apiKey} now={now} />
      </Fact>
      <Fact name={t("columns.expires")}>
        {apiKey.expiresAt === null ? t("noExpiry") : <Time value={apiKey.expiresAt} />}
      </Fact>
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-x-4 py-1.5">
      <dt className="w-36 shrink-0 text-ink-3">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  );
}
