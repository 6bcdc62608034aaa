import { useTranslations } from "next-intl";
import { ACTIONS } from "@/lib/audit/record-action";
import type { AuditEntry } from "@/lib/audit-log/list-audit";

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
