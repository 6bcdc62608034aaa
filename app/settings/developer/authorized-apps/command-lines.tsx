import { SquareTerminal } from "lucide-react";
import { useTranslations } from "next-intl";
import { Ago } from "@/app/_ui/shown/ago";
import { DeviceRow } from "@/app/_ui/shown/device-row";
import { Time } from "@/app/_ui/shown/time";
import type { CommandLineRow } from "@/lib/accounts/queries";
import { endCommandLine } from "./actions";

/** Command lines in which the person is signed in. Ending one ends its token at once. */
export function CommandLines({ sessions }: { sessions: readonly CommandLineRow[] }) {
  const t = useTranslations("grants.devices");
  return (
    <section aria-labelledby="devices" className="mt-8">
      <h2 id="devices" className="font-semibold">
        {t("title")}
      </h2>
      <p className="mt-1 text-dense text-ink-2">{t("description")}</p>
      {sessions.length === 0 ? (
        <p className="mt-3 border-y border-line py-3 text-dense text-ink-2">
          {t.rich("empty", { command: (text) => <code className="font-mono">{text}</code> })}
        </p>
      ) : (
        <ul className="mt-3 divide-y divide-line border-y border-line">
          {sessions.map((session) => (
            <Device key={session.id} session={session} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Device({ session }: { session: CommandLineRow }) {
  const t = useTranslations("grants.devices");
  const { id, deviceName, place, userAgent, createdAt, lastUsedAt, expiresAt } = session;
  const name = deviceName ?? "";
  return (
    <DeviceRow
      sessionId={id}
      name={
        <>
          <SquareTerminal aria-hidden className="size-4 shrink-0 text-ink-3" />
          {name}
        </>
      }
      facts={
        <>
          <span>{place ?? t("unknownPlace")}</span>
          {userAgent === null ? null : <span>{userAgent}</span>}
          <span>{t.rich("since", { time: () => <Time value={createdAt.toISOString()} /> })}</span>
          <span>{t.rich("lastUsed", { time: () => <Ago value={lastUsedAt.toISOString()} /> })}</span>
          <span>{t.rich("until", { time: () => <Time value={expiresAt.toISOString()} style="date" /> })}</span>
        </>
      }
      end={{ action: endCommandLine, text: t("end"), label: t("endName", { device: name }) }}
    />
  );
}
