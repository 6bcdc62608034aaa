import { getTranslations } from "next-intl/server";
import { PlainForm } from "@/app/_ui/form/action-form";
import { SubmitButton } from "@/app/_ui/form/submit-button";
import { readText, type SearchParams } from "@/app/_ui/list/search-params";
import { DoneNotice } from "@/app/_ui/page/done-notice";
import { pageTitle } from "@/app/_ui/page/page-title";
import { requireSession } from "@/lib/accounts/sessions/session";
import { NOTIFICATION_MAILS_PER_HOUR } from "@/lib/notifications/mail-limits";
import { listKinds } from "@/lib/notifications/notification";
import { PREFERENCES_PATH } from "@/lib/notifications/paths";
import { readNotificationPreferences } from "@/lib/notifications/queries";
import { isMailConfigured } from "@/lib/platform/mail-transport";
import { savePreferences } from "../actions";
import { InboxTabs } from "../inbox-tabs";
import { PreferenceTable } from "./preference-table";

export const generateMetadata = pageTitle("notifications.preferences.title");

export default async function PreferencesPage({ searchParams }: { searchParams: SearchParams }) {
  const { user } = await requireSession(PREFERENCES_PATH);
  const [params, wishes, t] = await Promise.all([
    searchParams,
    readNotificationPreferences(user.id),
    getTranslations("notifications.preferences"),
  ]);
  const isMailed = isMailConfigured();
  const mails = isMailed ? t("address", { email: user.email, count: NOTIFICATION_MAILS_PER_HOUR }) : t("noMail");
  return (
    <div className="max-w-3xl">
      <InboxTabs current="preferences" />
      {readText(params, "saved") ? <DoneNotice className="mb-4">{t("saved")}</DoneNotice> : null}
      <p className="mb-4 text-dense text-ink-2 text-pretty">
        {t("text")} {mails}
      </p>
      <PlainForm
        action={savePreferences}
        failed={t("failed")}
        hidden={isMailed ? { isMailConfigured: "1" } : {}}
        className="grid gap-4"
      >
        <div className="card overflow-hidden">
          <PreferenceTable kinds={listKinds(user.isAdmin)} wishes={wishes} isMailConfigured={isMailed} />
        </div>
        <SubmitButton className="justify-self-start">{t("save")}</SubmitButton>
      </PlainForm>
    </div>
  );
}
