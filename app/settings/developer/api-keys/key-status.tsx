import { Ban, CircleCheck, CircleSlash, Clock, Hourglass, RefreshCw } from "lucide-react";
import { useTranslations } from "next-intl";
import { joinClasses } from "@/app/_ui/controls/join-classes";
import { Notice } from "@/app/_ui/page/notice";
import { Ago } from "@/app/_ui/shown/ago";
import { Status, type Tone } from "@/app/_ui/shown/status";
import { Time } from "@/app/_ui/shown/time";
import type { KeyState } from "@/lib/api-keys/api-key";
import type { KeySummary } from "@/lib/api-keys/key-summary";

const LOOKS = {
  active: { tone: "good", icon: CircleCheck },
  expiring: { tone: "warn", icon: Clock },
  replaced: { tone: "neutral", icon: RefreshCw },
  expired: { tone: "neutral", icon: CircleSlash },
  revoked: { tone: "bad", icon: Ban },
} as const satisfies Record<KeyState, { tone: Tone; icon: typeof Ban }>;

export function KeyStatus({ apiKey }: { apiKey: KeySummary }) {
  const t = useTranslations("keys.states");
  const { tone, icon } = LOOKS[apiKey.state];
  const stillWorks = apiKey.state === "replaced" && apiKey.isUsable;
  return (
    <Status tone={stillWorks ? "warn" : tone} icon={stillWorks ? Hourglass : icon}>
      {t(stillWorks ? "replacedUsable" : apiKey.state)}
    </Status>
  );
}

const DOTS = { today: "bg-good", month: "bg-good/45", older: "bg-warn-solid", never: "border border-line-strong" };

export function LastUsed({ apiKey: { lastUsedAt, recency } }: { apiKey: KeySummary }) {
  const t = useTranslations("keys");
  return (
    <span className={joinClasses("inline-flex items-center gap-2", recency === "never" && "text-ink-3")}>
      <span aria-hidden className={joinClasses("size-2 shrink-0 rounded-full", DOTS[recency])} />
      {lastUsedAt === null ? t("neverUsed") : <Ago value={lastUsedAt} />}
    </span>
  );
}

/** Nothing for a key that did not leak. */
export function LeakNotice({ apiKey }: { apiKey: Pick<KeySummary, "name" | "leak" | "revokedAt"> }) {
  const t = useTranslations("keys.leak");
  const { name, leak, revokedAt } = apiKey;
  if (leak === null || revokedAt === null) return null;
  return (
    <div className="mb-4">
      <Notice tone="warn">
        <p className="font-medium">{t.rich("revoked", { name, time: () => <Time value={revokedAt} /> })}</p>
        <p className="mt-1">
          {leak.url === null ? (
            t("placeUnknown")
          ) : (
            <>
              {t("foundAt")}{" "}
              <a
                href={leak.url}
                rel="noopener noreferrer nofollow"
                target="_blank"
                className="break-all underline underline-offset-4"
              >
                {leak.url}
              </a>
            </>
          )}
        </p>
        <p className="mt-1">{t("next")}</p>
      </Notice>
    </div>
  );
}
