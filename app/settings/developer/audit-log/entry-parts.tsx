import { CircleCheck, CircleX } from "lucide-react";
import { useTranslations } from "next-intl";
import { ACTIONS } from "@/lib/audit/record-action";
import type { AuditEntry } from "@/lib/audit-log/list-audit";
import { RequestStatus } from "../requests/request-parts";

export function What({ entry: { method, route } }: { entry: Pick<AuditEntry, "method" | "route"> }) {
  const t = useTranslations("auditLog");
  const act = ACTIONS.find((name) => name === route);
  if (act) return t(`acts.${act}`);
  const code = (
    <span className="font-mono text-xs">
      {method === "ACT" ? "" : `${method} `}
      {route}
    </span>
  );
  if (method !== "SEND") return code;
  return (
    <>
      {t("idsSent")} {code}
    </>
  );
}

type Actor = Pick<
  AuditEntry,
  "surface" | "method" | "status" | "userId" | "userName" | "apiKeyId" | "keyName" | "appId" | "appName"
>;

export function Who({ entry }: { entry: Actor }) {
  const t = useTranslations("auditLog.who");
  const person = entry.userName ?? entry.userId;
  const app = entry.appName ?? entry.appId;
  if (person !== null && app !== null) return t("via", { person, app });
  return person ?? entry.keyName ?? entry.apiKeyId ?? app ?? t(nameUnknown(entry));
}

/** A failed sign-in is refused, so an act without a person that is done is the service's own. */
function nameUnknown({ surface, method, status }: Actor): "scanner" | "service" | "unknown" {
  if (surface === "leaks") return "scanner";
  return method === "ACT" && status < 400 ? "service" : "unknown";
}

export function Outcome({ entry: { method, status } }: { entry: Pick<AuditEntry, "method" | "status"> }) {
  const t = useTranslations("auditLog.outcomes");
  if (method !== "ACT") return <RequestStatus status={status} />;
  const isRefused = status >= 400;
  const Icon = isRefused ? CircleX : CircleCheck;
  return (
    <span
      className={`inline-flex items-center align-middle gap-1.5 whitespace-nowrap ${isRefused ? "text-bad" : "text-good"}`}
    >
      <Icon aria-hidden className="size-3.5" strokeWidth={2.25} />
      {t(isRefused ? "refused" : "done")}
    </span>
  );
}
