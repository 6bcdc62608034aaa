import { Network } from "lucide-react";
import { useTranslations } from "next-intl";
import { keyPath } from "@/app/_links";
import { IconLink } from "@/app/_ui/controls/icon-link";
import { Panel } from "@/app/_ui/page/panel";
import type { KeySummary } from "@/lib/api-keys/key-summary";

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
