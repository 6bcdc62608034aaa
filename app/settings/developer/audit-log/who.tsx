import { useTranslations } from "next-intl";
import type { AuditEntry } from "@/lib/audit-log/list-audit";

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
