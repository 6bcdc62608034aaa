import { useTranslations } from "next-intl";
import { ConfirmForm } from "@/app/_ui/form/confirm-form";
import { CheckField } from "@/app/_ui/form/field";
import type { Traces } from "@/lib/offboarding/queries";
import { remove } from "../../../actions";
import { organizationPath } from "../../../paths";
import { SeatConsequences } from "../../seat-consequences";

interface RemoveSectionProps {
  organizationId: string;
  userId: string;
  name: string;
  organization: string;
  traces: Traces;
}

/** Access ends in any case. Keys, webhooks and connectors may end too: this person knows their secrets or targets. */
export function RemoveSection({ organizationId, userId, name, organization, traces }: RemoveSectionProps) {
  const t = useTranslations("organizationSettings.remove");
  const endings = (["keys", "webhooks", "connectors"] as const).filter((kind) => traces[kind].length > 0);
  return (
    <section aria-labelledby="remove" className="card grid gap-4 p-4 sm:p-5">
      <h2 id="remove" className="font-semibold break-words">
        {t("title", { name, organization })}
      </h2>
      <p className="text-ink-2 text-pretty">{t("consequence")}</p>
      <SeatConsequences seats={traces.seats} />
      <ConfirmForm
        action={remove}
        hidden={{ organizationId, userId }}
        name={name}
        failed={t("failed")}
        submit={t("submit")}
        cancelHref={organizationPath(organizationId)}
      >
        {endings.length === 0 ? null : (
          <fieldset className="grid gap-2">
            <legend className="mb-2 text-dense font-medium">{t("endings")}</legend>
            {endings.map((kind) => (
              <CheckField
                key={kind}
                name={kind}
                defaultChecked
                label={t(`${kind}.label`, { count: traces[kind].length })}
                hint={t(`${kind}.hint`, { names: traces[kind].map((trace) => trace.name).join(", ") })}
              />
            ))}
          </fieldset>
        )}
      </ConfirmForm>
    </section>
  );
}
