import { ShieldCheck } from "lucide-react";
import { getTranslations } from "next-intl/server";
import { ColouredCode } from "@/app/_light/coloured-code";
import { Outcome } from "@/app/settings/developer/audit-log/outcome";
import { What } from "@/app/settings/developer/audit-log/what";
import { Who } from "@/app/settings/developer/audit-log/who";
import { Crop } from "./crop";
import { AUDIT_ROWS, FIRST_PROVED_ENTRY, VERIFIED } from "./samples";

export async function AuditCrop() {
  const t = await getTranslations();
  return (
    <Crop caption={t("home.features.audit.caption")}>
      <ul className="divide-y divide-line">
        {AUDIT_ROWS.map((entry, index) => (
          <li key={entry.route} className="grid gap-x-4 gap-y-1 px-5 py-3 sm:grid-cols-[minmax(0,1fr)_auto]">
            <p className="flex min-w-0 flex-wrap items-baseline gap-x-3">
              <span className="min-w-0 font-medium">
                <What entry={entry} />
              </span>
              <span className="text-dense text-ink-2">
                <Who entry={entry} />
              </span>
            </p>
            <Outcome entry={entry} />
            <p className="flex items-center gap-1.5 text-xs text-ink-3 sm:col-span-2">
              <ShieldCheck aria-hidden className="size-3.5 shrink-0 text-good" />
              {t("auditLog.pane.proofs.proved", { index: String(FIRST_PROVED_ENTRY - index) })}
            </p>
          </li>
        ))}
      </ul>
      <pre className="border-t border-line bg-muted p-4 font-mono text-xs leading-5 whitespace-pre-wrap">
        <code>
          <ColouredCode code={VERIFIED} language="bash" />
        </code>
      </pre>
    </Crop>
  );
}
