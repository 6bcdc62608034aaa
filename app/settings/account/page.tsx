import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { PageHeader } from "@/app/_ui/page-header";
import { ThemeSwitch } from "@/app/_ui/preference-controls";
import { SubmitButton } from "@/app/_ui/submit-button";
import { requireSession } from "@/lib/accounts/session";
import { readProfile } from "@/lib/accounts/store";
import { signOut, signOutEverywhere } from "./actions";
import { ProfileForm } from "./profile-form";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("account"))("title") };
}

export default async function AccountPage() {
  const { user } = await requireSession("/settings/account");
  const [profile, t] = await Promise.all([readProfile(user.id), getTranslations("account")]);
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
          <div className="card grid gap-4 p-5">
            <p className="max-w-prose text-ink-2 text-pretty">{t("sessionsHint")}</p>
            <div className="flex flex-wrap gap-2">
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
