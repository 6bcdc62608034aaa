import { getTranslations } from "next-intl/server";
import { tenantPath } from "@/app/_links";
import { Button, LinkButton } from "@/app/_ui/controls/button";
import { Panel } from "@/app/_ui/page/panel";
import { Time } from "@/app/_ui/shown/time";
import { resume } from "../actions";
import type { Tenant } from "../open-page";

export async function SuspensionPanel({ tenant: { id, suspension, queues } }: { tenant: Tenant }) {
  const t = await getTranslations("tenants.suspension");
  if (!suspension)
    return (
      <Panel id="suspension" title={t("title")}>
        <div className="flex flex-wrap items-center justify-between gap-4">
          <p className="max-w-prose min-w-0 flex-1 basis-64 text-ink-2 text-pretty">{t("none")}</p>
          <LinkButton look="dangerPlain" href={`${tenantPath(id)}/suspend`}>
            {t("suspend")}
          </LinkButton>
        </div>
      </Panel>
    );
  const { reason, message, at } = suspension;
  return (
    <Panel id="suspension" title={t("title")}>
      <div className="grid gap-3">
        <p className="font-medium">
          {t.rich("since", { time: () => <Time value={at} /> })} · {t(`reasons.${reason}`)}
        </p>
        <p>{message}</p>
        <p className="text-dense text-ink-2 text-pretty">
          {t("effects")} {t("held", { count: queues.deliveries })}
        </p>
        <form action={resume}>
          <input type="hidden" name="tenantId" value={id} />
          <Button type="submit" look="primary">
            {t("resume")}
          </Button>
        </form>
      </div>
    </Panel>
  );
}
