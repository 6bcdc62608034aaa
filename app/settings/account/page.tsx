import { headers } from "next/headers";
import { notFound } from "next/navigation";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { CheckField } from "@/app/_ui/form/field";
import { ThemeSwitch } from "@/app/_ui/form/preference-controls";
import { SubmitButton } from "@/app/_ui/form/submit-button";
import { readText, type SearchParams } from "@/app/_ui/list/search-params";
import { DoneNotice } from "@/app/_ui/page/done-notice";
import { PageHeader } from "@/app/_ui/page/page-header";
import { pageTitle } from "@/app/_ui/page/page-title";
import { Section } from "@/app/_ui/page/section";
import { DeviceRow } from "@/app/_ui/shown/device-row";
import { Time } from "@/app/_ui/shown/time";
import { listPasskeys } from "@/lib/accounts/passkeys/queries";
import { relyingParty } from "@/lib/accounts/passkeys/relying-party";
import { listOpenSessions, readProfile, type SessionRow } from "@/lib/accounts/queries";
import { requireSession } from "@/lib/accounts/sessions/session";
import { now } from "@/lib/platform/clock";
import { readDevice } from "@/lib/platform/user-agent";
import { signOut, signOutDevice, signOutEverywhere, signOutOthers } from "./actions";
import { PasskeyStep } from "./passkeys/passkey-step";
import { PasskeysSection } from "./passkeys/passkeys-section";
import { ProfileForm } from "./profile-form";

export const generateMetadata = pageTitle("account.title");

export default async function AccountPage({ searchParams }: { searchParams: SearchParams }) {
  const session = await requireSession("/settings/account");
  const [params, profile, sessions, passkeys, device, t] = await Promise.all([
    searchParams,
    readProfile(session.user.id),
    listOpenSessions(session.user.id),
    listPasskeys(session.user.id),
    readOwnDevice(),
    getTranslations("account"),
  ]);
  if (!profile) notFound();
  const edited = passkeys.find(({ id }) => id === readText(params, "edit"));
  return (
    <>
      {edited ? <PasskeyStep passkey={edited} /> : null}
      <PageHeader title={t("title")} />
      <div className="grid max-w-3xl gap-x-10 gap-y-9">
        <Section id="profile" title={t("profile")}>
          <ProfileForm profile={profile} />
        </Section>
        <Section id="appearance" title={t("appearance")}>
          <div className="flex flex-wrap items-center justify-between gap-4">
            <p className="text-ink-2">{t("appearanceHint")}</p>
            <ThemeSwitch />
          </div>
        </Section>
        <PasskeysSection
          passkeys={passkeys}
          suggestedName={relyingParty() === null ? null : device}
          done={readText(params, "passkey")}
          now={now().toISOString()}
        />
        <Section id="sessions" title={t("sessions")}>
          <SignedOutNotice what={readText(params, "signedOut")} />
          <div className="grid gap-4">
            <p className="max-w-prose text-ink-2 text-pretty">{t("sessionsHint")}</p>
            <SessionList sessions={sessions} currentId={session.id} now={now().toISOString()} />
            <div className="flex flex-wrap gap-2">
              {sessions.length > 1 ? (
                <form action={signOutOthers}>
                  <SubmitButton look="dangerPlain">{t("signOutOthers")}</SubmitButton>
                </form>
              ) : null}
              <form action={signOut}>
                <SubmitButton look="plain">{t("signOut")}</SubmitButton>
              </form>
            </div>
            <form action={signOutEverywhere} className="grid gap-3">
              <CheckField name="endsAccess" label={t("endsAccess")} hint={t("endsAccessHint")} />
              <div>
                <SubmitButton look="dangerPlain">{t("signOutEverywhere")}</SubmitButton>
              </div>
            </form>
          </div>
        </Section>
      </div>
    </>
  );
}

interface SessionListProps {
  sessions: readonly SessionRow[];
  currentId: string;
  now: string;
}

function SessionList({ sessions, currentId, now }: SessionListProps) {
  const sorted = [...sessions.filter(({ id }) => id === currentId), ...sessions.filter(({ id }) => id !== currentId)];
  return (
    <ul className="divide-y divide-line border-y border-line">
      {sorted.map((session) => (
        <SessionItem key={session.id} session={session} isCurrent={session.id === currentId} now={now} />
      ))}
    </ul>
  );
}

function SessionItem({ session, isCurrent, now }: { session: SessionRow; isCurrent: boolean; now: string }) {
  const t = useTranslations("account");
  const { deviceName, place } = session;
  const browser = useDeviceName(session.userAgent);
  const name = deviceName === null ? browser : t("commandLineOn", { device: deviceName });
  return (
    <DeviceRow
      sessionId={session.id}
      name={name}
      isCurrent={isCurrent}
      facts={
        <>
          {place === null ? null : <span>{place}</span>}
          <span>{t.rich("signedInAt", { date: () => <Time value={session.createdAt.toISOString()} /> })}</span>
          {isCurrent ? null : (
            <span>
              {t.rich("lastUsed", {
                time: () => <Time value={session.lastUsedAt.toISOString()} style="relative" now={now} />,
              })}
            </span>
          )}
        </>
      }
      end={
        isCurrent
          ? null
          : { action: signOutDevice, text: t("signOutDevice"), label: t("signOutDeviceName", { device: name }) }
      }
    />
  );
}

function useDeviceName(userAgent: string | null): string {
  return nameDevice(useTranslations("account"), userAgent);
}

async function readOwnDevice(): Promise<string> {
  const [headerStore, t] = await Promise.all([headers(), getTranslations("account")]);
  return nameDevice(t, headerStore.get("user-agent"));
}

type Texts = ReturnType<typeof useTranslations<"account">>;

function nameDevice(t: Texts, userAgent: string | null): string {
  const device = readDevice(userAgent);
  if (device === null) return t("unknownDevice");
  return device.system === null ? device.program : t("deviceOn", { program: device.program, system: device.system });
}

function SignedOutNotice({ what }: { what: string }) {
  const t = useTranslations("account");
  if (what !== "device" && what !== "others") return null;
  return <DoneNotice>{what === "device" ? t("signedOutDevice") : t("signedOutOthers")}</DoneNotice>;
}
