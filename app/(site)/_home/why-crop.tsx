import { getTranslations } from "next-intl/server";
import { GateLine } from "@/app/settings/developer/requests/gate-line";
import { RefusalNotice } from "@/app/settings/developer/requests/refusal-notice";
import { RequestStatus } from "@/app/settings/developer/requests/request-status";
import { Crop } from "./crop";
import { REFUSED, REFUSED_GATES, REFUSED_STOP } from "./samples";

const SHOWN_GATES = 4;

export async function WhyCrop() {
  const t = await getTranslations();
  return (
    <Crop caption={t("home.features.requests.caption")}>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line px-5 py-3">
        <span className="min-w-0 font-mono text-dense">
          {REFUSED.method} {REFUSED.route}
        </span>
        <RequestStatus status={REFUSED.status} />
      </div>
      <div className="grid grid-cols-1 sm:grid-cols-2">
        <div className="min-w-0 border-line p-5 max-sm:border-b sm:border-e">
          <RefusalNotice stop={REFUSED_STOP} />
        </div>
        <div className="min-w-0 p-5">
          <GateLine gates={REFUSED_GATES.slice(0, SHOWN_GATES)} isNarrow />
        </div>
      </div>
    </Crop>
  );
}
