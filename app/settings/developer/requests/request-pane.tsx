import { useTranslations } from "next-intl";
import { whyPath } from "@/app/_links";
import { LinkButton } from "@/app/_ui/controls/button";
import { Copyable } from "@/app/_ui/shown/copyable";
import { Time } from "@/app/_ui/shown/time";
import type { Explanation } from "@/lib/requests/why";
import { GateLine } from "./gate-line";
import { PassedNotice, RefusalNotice } from "./refusal-notice";
import { RequestActor } from "./request-actor";
import { RequestStatus } from "./request-status";

export function RequestPane({ explanation: { request, stop, gates } }: { explanation: Explanation }) {
  const t = useTranslations("requests");
  return (
    <div className="grid grid-cols-1 gap-4">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-dense text-ink-2">
        <RequestStatus status={request.status} />
        <Time value={request.at.toISOString()} style="precise" />
        <span>
          <RequestActor actor={request.actor} />
        </span>
      </p>
      <div className="text-dense">
        <Copyable text={request.requestId} label={t("columns.requestId")} />
      </div>
      {stop ? <RefusalNotice stop={stop} /> : <PassedNotice />}
      <GateLine gates={gates} isNarrow />
      <LinkButton href={whyPath(request.requestId, request.id)} className="justify-self-start">
        {t("pane.why")}
      </LinkButton>
    </div>
  );
}
