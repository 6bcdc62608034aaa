import { getTranslations } from "next-intl/server";
import { DoneNotice } from "@/app/_ui/done-notice";
import { PlainForm } from "@/app/_ui/form/action-form";
import { CheckField } from "@/app/_ui/form/field";
import { SubmitButton } from "@/app/_ui/form/submit-button";
import { pageTitle } from "@/app/_ui/page-title";
import { readText, type SearchParams } from "@/app/_ui/search-params";
import { requireSession } from "@/lib/accounts/session";
import { listKinds } from "@/lib/notifications/notification";
import { readMuted } from "@/lib/notifications/queries";
import { savePreferences } from "../actions";
import { InboxTabs } from "../inbox-tabs";
import { keyOf } from "../kind-key";
import { PREFERENCES_PATH } from "../paths";

export const generateMetadata = pageTitle("notifications.preferences.title");

export default async function PreferencesPage({ searchParams }: { searchParams: SearchParams }) {
  const { user } = await requireSession(PREFERENCES_PATH);
  const [params, muted, t] = await Promise.all([
    searchParams,
    readMuted(user.id),
    getTranslations("notifications.preferences"),
  ]);
  return (
    <div className="max-w-3xl">
      <InboxTabs current="preferences" />
      {readText(params, "saved") ? <DoneNotice className="mb-4">{t("saved")}</DoneNotice> : null}
      <PlainForm action={savePreferences} failed={t("failed")} className="card grid gap-5 p-5">
        <fieldset className="grid min-w-0 gap-3">
          <legend className="mb-3 text-dense text-ink-2 text-pretty">{t("text")}</legend>
          {listKinds(user.isAdmin).map((kind) => (
            <CheckField
              key={kind}
              name={kind}
              defaultChecked={!muted.includes(kind)}
              label={t(`kinds.${keyOf(kind)}.name`)}
              hint={t(`kinds.${keyOf(kind)}.hint`)}
            />
          ))}
        </fieldset>
        <SubmitButton className="justify-self-start">{t("save")}</SubmitButton>
      </PlainForm>
    </div>
  );
}
