import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { PASSKEYS_PATH, passkeyPath } from "@/app/_links";
import { FormButtons, PlainForm } from "@/app/_ui/form/action-form";
import { TextField } from "@/app/_ui/form/field";
import { SubmitButton } from "@/app/_ui/form/submit-button";
import { pageTitle } from "@/app/_ui/page/page-title";
import { StepPage } from "@/app/_ui/page/step-page";
import { PASSKEY_NAME_MAX_LENGTH } from "@/lib/accounts/passkeys/passkey";
import { findPasskey } from "@/lib/accounts/passkeys/queries";
import { requireSession } from "@/lib/accounts/sessions/session";
import { remove, rename } from "../actions";

export const generateMetadata = pageTitle("account.passkeys.editTitle");

export default async function PasskeyPage({ params }: { params: Promise<{ passkeyId: string }> }) {
  const { passkeyId } = await params;
  const { user } = await requireSession(passkeyPath(passkeyId));
  const [passkey, t] = await Promise.all([findPasskey(user.id, passkeyId), getTranslations("account")]);
  if (!passkey) notFound();
  const { id, name } = passkey;
  return (
    <StepPage backHref={`${PASSKEYS_PATH}#passkeys`} name={t("title")} title={t("passkeys.editHeading", { name })}>
      <PlainForm action={rename} failed={t("passkeys.notRenamed")} hidden={{ passkeyId: id }} className="grid gap-5">
        <TextField name="name" label={t("passkeys.name")} defaultValue={name} maxLength={PASSKEY_NAME_MAX_LENGTH * 2} />
        <FormButtons submit={t("passkeys.rename")} cancelHref={`${PASSKEYS_PATH}#passkeys`} />
      </PlainForm>
      <PlainForm
        action={remove}
        failed={t("passkeys.notRemoved")}
        hidden={{ passkeyId: id }}
        className="grid gap-3 border-t border-line pt-5"
      >
        <p className="text-ink-2 text-pretty">{t("passkeys.removeText")}</p>
        <SubmitButton look="dangerPlain" className="justify-self-start">
          {t("passkeys.remove")}
        </SubmitButton>
      </PlainForm>
    </StepPage>
  );
}
