import { useTranslations } from "next-intl";
import { PASSKEYS_PATH } from "@/app/_links";
import { StepDialog } from "@/app/_ui/controls/dialog";
import { FormButtons, PlainForm } from "@/app/_ui/form/action-form";
import { TextField } from "@/app/_ui/form/field";
import { SubmitButton } from "@/app/_ui/form/submit-button";
import { PASSKEY_NAME_MAX_LENGTH } from "@/lib/accounts/passkeys/passkey";
import type { PasskeyRow } from "@/lib/accounts/passkeys/queries";
import { remove, rename } from "./actions";

export function PasskeyStep({ passkey: { id, name } }: { passkey: PasskeyRow }) {
  const t = useTranslations("account.passkeys");
  const path = `${PASSKEYS_PATH}#passkeys`;
  return (
    <StepDialog backHref={path} title={t("editHeading", { name })}>
      <PlainForm action={rename} failed={t("notRenamed")} hidden={{ passkeyId: id }} className="grid gap-5">
        <TextField name="newName" label={t("name")} defaultValue={name} maxLength={PASSKEY_NAME_MAX_LENGTH * 2} />
        <FormButtons submit={t("rename")} cancelHref={path} />
      </PlainForm>
      <PlainForm
        action={remove}
        failed={t("notRemoved")}
        hidden={{ passkeyId: id }}
        className="grid gap-3 border-t border-line pt-5"
      >
        <p className="text-ink-2 text-pretty">{t("removeText")}</p>
        <SubmitButton look="dangerPlain" className="justify-self-start">
          {t("remove")}
        </SubmitButton>
      </PlainForm>
    </StepDialog>
  );
}
