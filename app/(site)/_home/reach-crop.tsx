import { Check, Lock } from "lucide-react";
import { getTranslations } from "next-intl/server";
import { EndpointList } from "@/app/settings/developer/api-keys/endpoint-list";
import { listEndpoints } from "@/app/settings/developer/api-keys/endpoints";
import { listReachable } from "@/lib/api-keys/reach";
import { Crop } from "./crop";
import { KEY_SCOPES } from "./samples";

export async function ReachCrop() {
  const t = await getTranslations();
  const reachable = listReachable(listEndpoints(), KEY_SCOPES, "organization");
  return (
    <Crop caption={t("home.features.reach.caption")}>
      <div className="grid grid-cols-1 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
        <ul className="grid content-start gap-2.5 border-line p-5 max-sm:border-b sm:border-e">
          {KEY_SCOPES.map((scope) => (
            <li key={scope} className="flex items-center gap-2.5">
              <span className="grid size-4.5 shrink-0 place-items-center rounded-[0.3125rem] bg-accent-solid text-white">
                <Check aria-hidden className="size-3.5" strokeWidth={3} />
              </span>
              <span className="min-w-0 font-mono text-dense">{scope}</span>
            </li>
          ))}
        </ul>
        <div className="min-w-0">
          <p className="border-b border-line px-5 py-3 font-semibold">
            {t("keyForm.reach.count", { count: reachable.length })}
          </p>
          <EndpointList endpoints={reachable} className="gap-1.5 px-5 py-3" />
          <p className="flex gap-2.5 border-t border-line px-5 py-3 text-dense text-ink-2">
            <Lock aria-hidden className="mt-0.5 size-4 shrink-0 text-ink-3" />
            {t("keyForm.reach.noWrites")}
          </p>
        </div>
      </div>
    </Crop>
  );
}
