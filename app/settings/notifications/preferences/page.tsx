import { Check } from "lucide-react";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { PlainForm } from "@/app/_ui/form/action-form";
import { Checkbox } from "@/app/_ui/form/input";
import { SubmitButton } from "@/app/_ui/form/submit-button";
import { readText, type SearchParams } from "@/app/_ui/list/search-params";
import { DoneNotice } from "@/app/_ui/page/done-notice";
import { pageTitle } from "@/app/_ui/page/page-title";
import { requireSession } from "@/lib/accounts/sessions/session";
import {
  isSecurityKind,
  keyOf,
  listKinds,
  NOTIFICATION_MAILS_PER_HOUR,
  type NotificationKind,
} from "@/lib/notifications/notification";
import { PREFERENCES_PATH } from "@/lib/notifications/paths";
import { type NotificationPreferences, readNotificationPreferences } from "@/lib/notifications/queries";
import { isMailConfigured } from "@/lib/platform/mail-transport";
import { savePreferences } from "../actions";
import { InboxTabs } from "../inbox-tabs";
import { type NotificationChannel, preferenceName } from "./preference-name";

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

interface PreferenceTableProps {
  kinds: readonly NotificationKind[];
  wishes: NotificationPreferences;
  isMailConfigured: boolean;
}

function PreferenceTable({ kinds, wishes, isMailConfigured }: PreferenceTableProps) {
  const t = useTranslations("notifications.preferences");
  const ways: readonly NotificationChannel[] = isMailConfigured ? ["app", "mail"] : ["app"];
  return (
    <table className="w-full table-fixed text-dense">
      <caption className="sr-only">{t("table")}</caption>
      <thead className="border-b border-line bg-muted/60">
        <tr className="text-xs text-ink-3 [&>th]:h-9 [&>th]:px-1 [&>th]:font-medium">
          <th scope="col" className="ps-4! text-start sm:ps-5!">
            {t("kind")}
          </th>
          {ways.map((way) => (
            <th key={way} scope="col" className="w-17 text-center sm:w-24">
              {t(way)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {kinds.map((kind) => (
          <tr key={kind} className="transition-colors hover:bg-muted/60">
            <KindCell kind={kind} />
            {ways.map((way) => (
              <td key={way} className="p-0 text-center align-middle">
                <PreferenceBox way={way} kind={kind} wishes={wishes} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function KindCell({ kind }: { kind: NotificationKind }) {
  const t = useTranslations("notifications.preferences");
  return (
    <th scope="row" className="py-3 pe-1 ps-4 text-start font-normal sm:ps-5">
      <span className="block font-medium wrap-anywhere">{t(`kinds.${keyOf(kind)}.name`)}</span>
      <span id={`${kind}-hint`} className="mt-0.5 block text-ink-2 text-pretty wrap-anywhere">
        {t(`kinds.${keyOf(kind)}.hint`)} {isSecurityKind(kind) ? t("always") : null}
      </span>
    </th>
  );
}

function PreferenceBox({
  way,
  kind,
  wishes: { muted, unmailed },
}: {
  way: NotificationChannel;
  kind: NotificationKind;
  wishes: NotificationPreferences;
}) {
  const t = useTranslations("notifications.preferences");
  const name = t(`kinds.${keyOf(kind)}.name`);
  if (way === "app" && isSecurityKind(kind))
    return (
      <span className="grid h-14 place-items-center">
        <Check aria-hidden className="size-4 text-ink-3" />
        <span className="sr-only">{t("alwaysOn")}</span>
      </span>
    );
  return (
    <label className="grid h-14 cursor-pointer place-items-center">
      <span className="sr-only">{t(way === "app" ? "appOf" : "mailOf", { kind: name })}</span>
      <Checkbox
        name={preferenceName(way, kind)}
        defaultChecked={!(way === "app" ? muted : unmailed).includes(kind)}
        aria-describedby={`${kind}-hint`}
      />
    </label>
  );
}
