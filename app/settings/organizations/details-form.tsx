import { useTranslations } from "next-intl";
import { ORGANIZATIONS_PATH, organizationPath } from "@/app/_links";
import { FormButtons, PlainForm } from "@/app/_ui/form/action-form";
import { TextArea, TextField } from "@/app/_ui/form/field";
import { create, update } from "./actions";

interface DetailsFormProps {
  /** null: a new one. */
  organization: { organizationId: string; name: string; description: string | null } | null;
}

export function DetailsForm({ organization }: DetailsFormProps) {
  const t = useTranslations("organizationSettings.details");
  const id = organization?.organizationId;
  return (
    <PlainForm
      action={organization ? update : create}
      failed={t("failed")}
      hidden={id ? { organizationId: id } : {}}
      className="grid gap-5"
    >
      <TextField name="name" label={t("name")} autoComplete="organization" defaultValue={organization?.name} />
      <TextArea
        name="description"
        label={t("text")}
        hint={t("textHint")}
        rows={3}
        defaultValue={organization?.description ?? ""}
      />
      <FormButtons submit={t(id ? "save" : "create")} cancelHref={id ? organizationPath(id) : ORGANIZATIONS_PATH} />
    </PlainForm>
  );
}
