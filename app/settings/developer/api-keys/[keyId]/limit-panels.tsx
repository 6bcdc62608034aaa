import { Gauge, Network } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { keyPath } from "@/app/_links";
import { IconLink } from "@/app/_ui/controls/icon-link";
import { Notice } from "@/app/_ui/page/notice";
import { Panel } from "@/app/_ui/page/panel";
import { Time } from "@/app/_ui/shown/time";
import type { KeySummary } from "@/lib/api-keys/key-summary";
import { Allowance } from "../../units-panel";

interface BudgetPanelProps {
  apiKey: KeySummary;
  /** Units of this month; null: the key has no budget. */
  used: number | null;
  /** ISO 8601 */
  resetAt: string;
}

export function BudgetPanel({ apiKey: { id, isUsable, monthlyUnitsMax: limit }, used, resetAt }: BudgetPanelProps) {
  const t = useTranslations("keys.budget");
  const format = useFormatter();
  const time = () => <Time value={resetAt} />;
  return (
    <Panel id="budget" title={t("title")}>
      <div className="grid gap-4">
        {limit === null || used === null ? (
          <p className="text-dense text-ink-2 text-pretty">{t("none")}</p>
        ) : (
          <Allowance
            name={t("share")}
            text={t("usedOf", { used: format.number(used), limit: format.number(limit) })}
            used={used}
            limit={limit}
          />
        )}
        {limit !== null && used !== null && used >= limit ? (
          <Notice tone="warn">{t.rich("usedUp", { time })}</Notice>
        ) : null}
        {isUsable ? (
          <IconLink icon={Gauge} href={`${keyPath(id)}/budget`} className="justify-self-start">
            {t(limit === null ? "set" : "change")}
          </IconLink>
        ) : null}
      </div>
    </Panel>
  );
}

export function NetworksPanel({ apiKey: { id, isUsable, allowedNetworks } }: { apiKey: KeySummary }) {
  const t = useTranslations("keys.networks");
  return (
    <Panel id="addresses" title={t("title")}>
      <div className="grid gap-4">
        {allowedNetworks.length === 0 ? (
          <p className="text-dense text-ink-2 text-pretty">{t("none")}</p>
        ) : (
          <ul className="grid gap-1 font-mono text-dense">
            {allowedNetworks.map((network) => (
              <li key={network} className="break-all">
                {network}
              </li>
            ))}
          </ul>
        )}
        {isUsable ? (
          <IconLink icon={Network} href={`${keyPath(id)}/addresses`} className="justify-self-start">
            {t(allowedNetworks.length === 0 ? "set" : "change")}
          </IconLink>
        ) : null}
      </div>
    </Panel>
  );
}
