import { redirect } from "next/navigation";
import { useTranslations } from "next-intl";
import { getFormatter, getTranslations } from "next-intl/server";
import { keyPath } from "@/app/_links";
import { FormButtons, PlainForm } from "@/app/_ui/form/action-form";
import { TextField } from "@/app/_ui/form/field";
import { pageTitle } from "@/app/_ui/page/page-title";
import { renderPage } from "@/app/_ui/page/render-page";
import { StepPage } from "@/app/_ui/page/step-page";
import { KEY_BUDGET_MAX } from "@/lib/api-keys/api-key";
import type { KeySummary } from "@/lib/api-keys/key-summary";
import { readKeyUnits } from "@/lib/usage/count-key-units";
import { saveBudget } from "../../actions";
import { type KeyPage, openKeyPage } from "../../open-page";

export const generateMetadata = pageTitle("keys.budget.title");

export default renderPage("key", async function KeyBudgetPage(page: KeyPage) {
  const key = await openKeyPage(page, "/budget");
  if (!key.isUsable) redirect(keyPath(key.id));
  const [used, t, format] = await Promise.all([
    key.monthlyUnitsMax === null ? null : readKeyUnits(key),
    getTranslations("keys.budget"),
    getFormatter(),
  ]);
  return (
    <StepPage backHref={keyPath(key.id)} name={key.name} title={t("heading", { name: key.name })}>
      <p className="text-ink-2 text-pretty">{t("explanation")}</p>
      {used === null ? null : <p className="text-dense text-ink-2">{t("now", { used: format.number(used) })}</p>}
      <BudgetForm apiKey={key} />
    </StepPage>
  );
});

function BudgetForm({ apiKey: { id, monthlyUnitsMax } }: { apiKey: KeySummary }) {
  const t = useTranslations("keys.budget");
  return (
    <PlainForm action={saveBudget} failed={t("failed")} hidden={{ keyId: id }} className="grid gap-5">
      <TextField
        name="budget"
        label={t("label")}
        hint={t("hint")}
        type="number"
        inputMode="numeric"
        min={1}
        max={KEY_BUDGET_MAX}
        defaultValue={monthlyUnitsMax ?? ""}
        className="max-w-48"
      />
      <FormButtons submit={t("submit")} cancelHref={keyPath(id)} />
    </PlainForm>
  );
}
