import { useTranslations } from "next-intl";
import { Notice } from "@/app/_ui/page/notice";
import { listRisks } from "@/lib/oauth/apps/choices";

/** Announced as it changes: it follows what is chosen. */
export function RiskList({ app }: { app: Parameters<typeof listRisks>[0] }) {
  const t = useTranslations("appForm.risks");
  const risks = listRisks(app);
  return (
    <div role="status" aria-label={t("label")} className="empty:sr-only">
      {risks.length > 0 ? (
        <Notice tone="warn">
          <p className="font-medium">{t("label")}</p>
          <ul className="mt-1 grid gap-1">
            {risks.map((risk) => (
              <li key={risk}>{t(risk)}</li>
            ))}
          </ul>
        </Notice>
      ) : null}
    </div>
  );
}
