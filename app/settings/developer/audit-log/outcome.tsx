import { CircleCheck, CircleX } from "lucide-react";
import { useTranslations } from "next-intl";
import type { AuditEntry } from "@/lib/audit-log/list-audit";
import { RequestStatus } from "../requests/request-status";

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
