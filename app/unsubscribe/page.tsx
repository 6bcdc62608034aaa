import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { LinkButton } from "@/app/_ui/controls/button";
import { PlainForm } from "@/app/_ui/form/action-form";
import { SubmitButton } from "@/app/_ui/form/submit-button";
import { readText, type SearchParams } from "@/app/_ui/list/search-params";
import { pageTitle } from "@/app/_ui/page/page-title";
import { SignInLayout } from "@/app/_ui/page/sign-in-layout";
import { maskAddress } from "@/lib/mail/mail";
import { keyOf, type NotificationKind } from "@/lib/notifications/notification";
import { PREFERENCES_PATH } from "@/lib/notifications/paths";
import { readReader } from "@/lib/notifications/queries";
import { readUnsubscribeLink } from "@/lib/notifications/unsubscribe-link";
import { unsubscribe } from "./actions";

export const generateMetadata = pageTitle("unsubscribe.title");

/** Asks, and then says what is so: the mails end by the form alone. */
export default async function UnsubscribePage({ searchParams }: { searchParams: SearchParams }) {
  const link = readText(await searchParams, "link");
  const unsubscribing = readUnsubscribeLink(link);
  const reader = unsubscribing && (await readReader(unsubscribing.userId));
  const t = await getTranslations("unsubscribe");
  if (!reader || unsubscribing === null)
    return (
      <SignInLayout heading={t("gone")} intro={t("goneText")}>
        <ToPreferences />
      </SignInLayout>
    );
  const { kinds } = unsubscribing;
  const email = maskAddress(reader.email);
  if (kinds.every((kind) => reader.unmailedNotifications.includes(kind)))
    return (
      <SignInLayout heading={t("doneHeading")} intro={t("doneIntro", { email })}>
        <KindList label={t("stoppedKinds")} kinds={kinds} />
        <ToPreferences />
      </SignInLayout>
    );
  return (
    <SignInLayout heading={t("heading")} intro={t("intro", { email })}>
      <PlainForm action={unsubscribe} failed={t("failed")} hidden={{ link }} className="grid gap-6">
        <KindList label={t("kinds")} kinds={kinds} />
        <SubmitButton className="w-full">{t("submit")}</SubmitButton>
      </PlainForm>
      <ToPreferences />
    </SignInLayout>
  );
}

function KindList({ label, kinds }: { label: string; kinds: readonly NotificationKind[] }) {
  const t = useTranslations("notifications.preferences.kinds");
  return (
    <ul aria-label={label} className="card divide-y divide-line px-5 py-1">
      {kinds.map((kind) => (
        <li key={kind} className="py-2.5 text-dense font-medium">
          {t(`${keyOf(kind)}.name`)}
        </li>
      ))}
    </ul>
  );
}

function ToPreferences() {
  const t = useTranslations("unsubscribe");
  return (
    <LinkButton href={PREFERENCES_PATH} look="plain" className="justify-self-start">
      {t("preferences")}
    </LinkButton>
  );
}
