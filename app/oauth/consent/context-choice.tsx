import { getFormatter, getTranslations } from "next-intl/server";
import { Radio } from "@/app/_ui/input";
import type { EarlierConsent, GrantContext } from "@/lib/oauth/consent-query";

interface ContextChoiceProps {
  contexts: GrantContext[];
  earlier: EarlierConsent;
}

/** Preselects the area of the last grant, otherwise the personal area, which concerns no one else. */
export async function ContextChoice({ contexts, earlier }: ContextChoiceProps) {
  const [t, format] = await Promise.all([getTranslations("consent"), getFormatter()]);
  const last = contexts.find(({ billingEntityId }) => billingEntityId === earlier.contexts[0]?.billingEntityId);
  const preselected = (last ?? contexts[0])?.billingEntityId;
  const connectedSince = (context: GrantContext) =>
    earlier.contexts.findLast(({ billingEntityId }) => billingEntityId === context.billingEntityId)?.grantedAt;
  return (
    <fieldset className="px-5 py-4" aria-describedby="context-hint">
      <legend className="float-left mb-2 text-dense font-medium">{t("contextLegend")}</legend>
      <div className="clear-left grid gap-2">
        {contexts.map((context) => {
          const since = connectedSince(context);
          const isOwn = context.kind === "individual";
          return (
            <label
              key={context.billingEntityId}
              className="flex items-center gap-2.5 rounded-control border border-line px-3 py-2 transition-colors hover:border-line-strong has-checked:border-accent has-checked:bg-accent-soft/50"
            >
              <Radio
                name="context"
                value={context.billingEntityId}
                defaultChecked={context.billingEntityId === preselected}
                required
              />
              <span className="min-w-0 flex-1">
                <span className="font-medium">{isOwn ? t("own") : context.name}</span>
                <span className="block text-xs text-ink-2">
                  {isOwn ? context.name : t("organization")}
                  {since ? ` · ${t("connected", { date: format.dateTime(since, { dateStyle: "medium" }) })}` : ""}
                </span>
              </span>
            </label>
          );
        })}
      </div>
      <p id="context-hint" className="mt-2 text-xs text-ink-2">
        {t("contextHint")}
      </p>
    </fieldset>
  );
}
