import { Monitor } from "lucide-react";
import { useTranslations } from "next-intl";
import { SubmitButton } from "@/app/_ui/form/submit-button";
import { Notice } from "@/app/_ui/notice";
import { Status } from "@/app/_ui/status";
import { Time } from "@/app/_ui/time";
import type { SessionRow } from "@/lib/accounts/queries";
import { readDevice } from "@/lib/platform/user-agent";
import { signOutDevice } from "./actions";

interface SessionListProps {
  /** Last used first. */
  sessions: readonly SessionRow[];
  currentId: string;
  now: string;
}

/** This device first, then the others. */
export function SessionList({ sessions, currentId, now }: SessionListProps) {
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
  const name = useDeviceName(session.userAgent);
  const factsId = `${session.id}-facts`;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2 font-medium wrap-anywhere">
          {name}
          {isCurrent ? (
            <Status tone="good" icon={Monitor}>
              {t("thisDevice")}
            </Status>
          ) : null}
        </p>
        <p id={factsId} className="flex flex-wrap gap-x-3 text-dense text-ink-2">
          <span>{t.rich("signedInAt", { date: () => <Time value={session.createdAt.toISOString()} /> })}</span>
          {isCurrent ? null : (
            <span>
              {t.rich("lastUsed", {
                time: () => <Time value={session.lastUsedAt.toISOString()} style="relative" now={now} />,
              })}
            </span>
          )}
        </p>
      </div>
      {isCurrent ? null : (
        <form action={signOutDevice}>
          <input type="hidden" name="sessionId" value={session.id} />
          <SubmitButton
            look="dangerPlain"
            size="small"
            aria-label={t("signOutDeviceName", { device: name })}
            aria-describedby={factsId}
          >
            {t("signOutDevice")}
          </SubmitButton>
        </form>
      )}
    </li>
  );
}

function useDeviceName(userAgent: string | null): string {
  const t = useTranslations("account");
  const device = readDevice(userAgent);
  if (device === null) return t("unknownDevice");
  return device.system === null ? device.program : t("deviceOn", { program: device.program, system: device.system });
}

export function SignedOutNotice({ what }: { what: string }) {
  const t = useTranslations("account");
  if (what !== "device" && what !== "others") return null;
  return (
    <Notice tone="good" role="status">
      {what === "device" ? t("signedOutDevice") : t("signedOutOthers")}
    </Notice>
  );
}
