import { useTranslations } from "next-intl";
import { PlainForm } from "@/app/_ui/form/action-form";
import { TextField } from "@/app/_ui/form/field";
import { SubmitButton } from "@/app/_ui/form/submit-button";
import { Panel } from "@/app/_ui/page/panel";
import { ORGANIZATION_SEATS_MAX } from "@/lib/platform/limits";
import { saveSeats } from "../actions";
import type { Tenant } from "../open-page";

export function SeatsPanel({ tenant: { id, seats } }: { tenant: Tenant }) {
  const t = useTranslations("tenants.seatsForm");
  return (
    <Panel id="seats-form" title={t("title")}>
      <PlainForm action={saveSeats} failed={t("failed")} hidden={{ tenantId: id }} className="grid gap-4">
        <TextField
          name="seats"
          label={t("number")}
          type="number"
          inputMode="numeric"
          min={1}
          max={ORGANIZATION_SEATS_MAX}
          defaultValue={seats}
          className="max-w-32"
        />
        <div>
          <SubmitButton>{t("save")}</SubmitButton>
        </div>
      </PlainForm>
    </Panel>
  );
}
