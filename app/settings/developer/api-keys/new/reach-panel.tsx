"use client";

import { Lock } from "lucide-react";
import { useTranslations } from "next-intl";
import { PERSONAL_SCOPES } from "@/lib/api-keys/api-key";
import { type EndpointSummary, listReachable, type OwnerKind } from "@/lib/api-keys/reach";
import { EndpointList } from "../endpoint-list";

interface ReachPanelProps {
  endpoints: readonly EndpointSummary[];
  scopes: ReadonlySet<string>;
  ownerKind: OwnerKind;
}

/** Lists the endpoints that the chosen scopes open. */
export function ReachPanel({ endpoints, scopes, ownerKind }: ReachPanelProps) {
  const t = useTranslations("keyForm.reach");
  const reachable = listReachable(endpoints, [...scopes], ownerKind);
  const idle = PERSONAL_SCOPES.filter((scope) => scopes.has(scope));
  return (
    <aside aria-label={t("label")} className="card h-fit lg:sticky lg:top-9">
      <h2 className="border-b border-line px-4 py-3 font-semibold">
        <span role="status">{t("count", { count: reachable.length })}</span>
      </h2>
      {reachable.length > 0 ? (
        <EndpointList endpoints={reachable} className="gap-1.5 border-b border-line px-4 py-3" />
      ) : null}
      <div className="flex gap-2.5 px-4 py-3 text-dense text-ink-2">
        <Lock aria-hidden className="mt-0.5 size-4 shrink-0 text-ink-3" />
        <div className="grid gap-2">
          <p>{t("noWrites")}</p>
          {idle.length > 0 ? <p className="text-warn">{t("idle", { scopes: idle.join(", ") })}</p> : null}
          {ownerKind === "organization" && scopes.has("me:read") ? <p>{t("noMe")}</p> : null}
        </div>
      </div>
    </aside>
  );
}
