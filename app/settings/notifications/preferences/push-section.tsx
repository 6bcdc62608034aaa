import { useTranslations } from "next-intl";
import { Section } from "@/app/_ui/page/section";
import { DeviceRow } from "@/app/_ui/shown/device-row";
import { Time } from "@/app/_ui/shown/time";
import type { SessionRow } from "@/lib/accounts/queries";
import { nameDevice } from "@/lib/notifications/sentence";
import { removePushDevice } from "../actions";
import { TurnOnPush } from "./turn-on-push";

interface PushSectionProps {
  publicKey: string;
  sessions: readonly SessionRow[];
  currentId: string;
}

/** The browsers that show notifications. */
export function PushSection({ publicKey, sessions, currentId }: PushSectionProps) {
  const t = useTranslations("notifications.push");
  const devices = sessions.filter(({ push }) => push !== null);
  return (
    <Section id="devices" title={t("title")}>
      <p className="text-dense text-ink-2 text-pretty">{t("text")}</p>
      <p className="hidden text-dense text-ink-2 noscript:block">{t("noScript")}</p>
      <TurnOnPush
        publicKey={publicKey}
        isOn={devices.some(({ id }) => id === currentId)}
        texts={{
          turnOn: t("turnOn"),
          failed: t("failed"),
          unsupported: t("unsupported"),
          denied: t("denied"),
        }}
      />
      {devices.length > 0 ? (
        <ul aria-label={t("devices")} className="divide-y divide-line border-y border-line">
          {devices.map((session) => (
            <Device key={session.id} session={session} isCurrent={session.id === currentId} />
          ))}
        </ul>
      ) : null}
    </Section>
  );
}

function Device({ session: { id, userAgent, push }, isCurrent }: { session: SessionRow; isCurrent: boolean }) {
  const [t, texts] = [useTranslations("notifications.push"), useTranslations("notifications")];
  const name = nameDevice({ userAgent }, texts);
  return (
    <DeviceRow
      sessionId={id}
      name={name}
      isCurrent={isCurrent}
      facts={
        push ? <span>{t.rich("since", { date: () => <Time value={push.createdAt.toISOString()} /> })}</span> : null
      }
      end={{ action: removePushDevice, text: t("turnOff"), label: t("turnOffName", { device: name }) }}
    />
  );
}
