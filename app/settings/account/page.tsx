import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { SubmitButton } from "@/app/_ui/form/submit-button";
import { PageHeader } from "@/app/_ui/page-header";
import { pageTitle } from "@/app/_ui/page-title";
import { ThemeSwitch } from "@/app/_ui/preference-controls";
import { readText, type SearchParams } from "@/app/_ui/search-params";
import { listOpenSessions, readProfile } from "@/lib/accounts/queries";
import { requireSession } from "@/lib/accounts/session";
import { now } from "@/lib/platform/clock";
import { signOut, signOutEverywhere, signOutOthers } from "./actions";
import { ProfileForm } from "./profile-form";
import { SessionList, SignedOutNotice } from "./session-list";

export const generateMetadata = pageTitle("account.title");

export default async function AccountPage({ searchParams }: { searchParams: SearchParams }) {
  const session = await requireSession("/settings/account");
  const [params, profile, sessions, t] = await Promise.all([
    searchParams,
    readProfile(session.user.id),
    listOpenSessions(session.user.id),
    getTranslations("account"),
  ]);
  if (!profile) notFound();
  return (
    <>
      <PageHeader title={t("title")} description={t("description")} />
      <div className="grid max-w-3xl gap-8">
        <section aria-labelledby="profile" className="grid gap-3">
          <h2 id="profile" className="font-semibold">
            {t("profile")}
          </h2>
          <ProfileForm profile={profile} />
        </section>
        <section aria-labelledby="appearance" className="grid gap-3">
          <h2 id="appearance" className="font-semibold">
            {t("appearance")}
          </h2>
          <div className="card flex flex-wrap items-center justify-between gap-4 p-5">
            <p className="text-ink-2">{t("appearanceHint")}</p>
            <ThemeSwitch />
          </div>
        </section>
        <section aria-labelledby="sessions" className="grid gap-3">
          <h2 id="sessions" className="font-semibold">
            {t("sessions")}
          </h2>
          <SignedOutNotice what={readText(params, "signedOut")} />
          <div className="card grid gap-4 p-5">
            <p className="max-w-prose text-ink-2 text-pretty">{t("sessionsHint")}</p>
            <SessionList sessions={sessions} currentId={session.id} now={now().toISOString()} />
            <div className="flex flex-wrap gap-2">
              {sessions.length > 1 ? (
                <form action={signOutOthers}>
                  <SubmitButton look="dangerPlain">{t("signOutOthers")}</SubmitButton>
                </form>
              ) : null}
              <form action={signOutEverywhere}>
                <SubmitButton look="dangerPlain">{t("signOutEverywhere")}</SubmitButton>
              </form>
              <form action={signOut}>
                <SubmitButton look="plain">{t("signOut")}</SubmitButton>
              </form>
            </div>
          </div>
        </section>
      </div>
    </>
  );
}
