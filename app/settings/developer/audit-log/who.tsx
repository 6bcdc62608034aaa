import { useTranslations } from "next-intl";
import type { AuditEntry } from "@/lib/overview/list-audit";

type Actor = Pick<AuditEntry, "surface" | "userId" | "userName" | "apiKeyId" | "keyName" | "appId" | "appName">;

/** By name where there still is one, otherwise by id. */
export function Who({ entry }: { entry: Actor }) {
  const t = useTranslations("auditLog.who");
  const person = entry.userName ?? entry.userId;
  const app = entry.appName ?? entry.appId;
  if (person !== null && app !== null) return t("via", { person, app });
  return person ?? entry.keyName ?? entry.apiKeyId ?? app ?? t(entry.surface === "leaks" ? "scanner" : "unknown");
}
