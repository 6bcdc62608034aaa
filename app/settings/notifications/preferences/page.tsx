import { Check } from "lucide-react";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { PlainForm } from "@/app/_ui/form/action-form";
import { Checkbox } from "@/app/_ui/form/input";
import { SubmitButton } from "@/app/_ui/form/submit-button";
import { readText, type SearchParams } from "@/app/_ui/list/search-params";
import { DoneNotice } from "@/app/_ui/page/done-notice";
import { pageTitle } from "@/app/_ui/page/page-title";
import { listOpenSessions } from "@/lib/accounts/queries";
import { requireSession } from "@/lib/accounts/sessions/session";
import {
  isSecurityKind,
  keyOf,
  listKinds,
  NOTIFICATION_MAILS_PER_HOUR,
  type NotificationKind,
} from "@/lib/notifications/notification";
import { PREFERENCES_PATH } from "@/lib/notifications/paths";
import { vapidKey } from "@/lib/notifications/push/vapid";
import { type NotificationPreferences, readNotificationPreferences } from "@/lib/notifications/queries";
import { isMailConfigured } from "@/lib/platform/mail-transport";
import { savePreferences } from "../actions";
import { InboxTabs } from "../inbox-tabs";
import { type NotificationChannel, preferenceName } from "./preference-name";
import { PushSection } from "./push-section";

const UNWANTED = { app: "muted", mail: "unmailed", push: "unpushed" } as const;

export const generateMetadata = pageTitle("notifications.preferences.title");

export default async function PreferencesPage({ searchParams }: { searchParams: SearchParams }) {
  const { id, user } = await requireSession(PREFERENCES_PATH);
  const [params, wishes, sessions, t] = await Promise.all([
    searchParams,
    readNotificationPreferences(user.id),
    listOpenSessions(user.id),
    getTranslations("notifications.preferences"),
  ]);
  const key = vapidKey();
  const isMailed = isMailConfigured();
  const mails = isMailed ? t("address", { email: user.email, count: NOTIFICATION_MAILS_PER_HOUR }) : t("noMail");
  const ways: NotificationChannel[] = [
    "app",
    ...(isMailed ? ["mail" as const] : []),
    ...(key ? ["push" as const] : []),
  ];
  return (
    <div className="max-w-3xl">
      <InboxTabs current="preferences" />
      <Done params={params} />
      {key === null ? null : (
        <div className="mb-8">
          <PushSection publicKey={key.publicKey} sessions={sessions} currentId={id} />
        </div>
      )}
      <p className="mb-4 text-dense text-ink-2 text-pretty">
        {t("text")} {mails}
      </p>
      <PlainForm
        action={savePreferences}
        failed={t("failed")}
        hidden={{ ...(isMailed ? { isMailConfigured: "1" } : {}), ...(key ? { isPushConfigured: "1" } : {}) }}
        className="grid gap-4"
      >
        <div className="card overflow-hidden">
          <PreferenceTable kinds={listKinds(user.isAdmin)} wishes={wishes} ways={ways} />
        </div>
        <SubmitButton className="justify-self-start">{t("save")}</SubmitButton>
      </PlainForm>
    </div>
  );
}

function Done({ params }: { params: Awaited<SearchParams> }) {
  const t = useTranslations("notifications");
  const device = readText(params, "device");
  if (readText(params, "saved")) return <DoneNotice className="mb-4">{t("preferences.saved")}</DoneNotice>;
  return device === "on" || device === "off" ? (
    <DoneNotice className="mb-4">{t(device === "on" ? "push.on" : "push.off")}</DoneNotice>
  ) : null;
}

interface PreferenceTableProps {
  kinds: readonly NotificationKind[];
  wishes: NotificationPreferences;
  ways: readonly NotificationChannel[];
}

function PreferenceTable({ kinds, wishes, ways }: PreferenceTableProps) {
  const t = useTranslations("notifications.preferences");
  return (
    <table className="w-full table-fixed text-dense">
      <caption className="sr-only">{t("table")}</caption>
      <thead className="border-b border-line bg-muted/60">
        <tr className="text-xs text-ink-3 [&>th]:h-9 [&>th]:px-1 [&>th]:font-medium">
          <th scope="col" className="ps-4! sm:ps-5!">
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
    <th scope="row" className="py-3 pe-1 ps-4 font-normal sm:ps-5">
      <span className="block font-medium wrap-anywhere">{t(`kinds.${keyOf(kind)}.name`)}</span>
      <span id={`${kind}-hint`} className="mt-0.5 block text-ink-2 text-pretty wrap-anywhere">
        {t(`kinds.${keyOf(kind)}.hint`)} {isSecurityKind(kind) ? t("always") : null}
      </span>
    </th>
  );
}

interface PreferenceBoxProps {
  way: NotificationChannel;
  kind: NotificationKind;
  wishes: NotificationPreferences;
}

function PreferenceBox({ way, kind, wishes }: PreferenceBoxProps) {
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
      <span className="sr-only">{t(`${way}Of`, { kind: name })}</span>
      <Checkbox
        name={preferenceName(way, kind)}
        defaultChecked={!wishes[UNWANTED[way]].includes(kind)}
        aria-describedby={`${kind}-hint`}
      />
    </label>
  );
}
