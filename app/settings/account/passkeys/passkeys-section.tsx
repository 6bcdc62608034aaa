import { Fingerprint } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { PASSKEYS_PATH } from "@/app/_links";
import { DoneNotice } from "@/app/_ui/page/done-notice";
import { Section } from "@/app/_ui/page/section";
import { Time } from "@/app/_ui/shown/time";
import { PASSKEY_NAME_MAX_LENGTH } from "@/lib/accounts/passkeys/passkey";
import type { PasskeyRow } from "@/lib/accounts/passkeys/queries";
import { AddPasskey } from "./add-passkey";

const DONE = ["added", "renamed", "removed"] as const;

interface PasskeysSectionProps {
  passkeys: readonly PasskeyRow[];
  /** null: this service can have none. */
  suggestedName: string | null;
  done: string;
  now: string;
}

export function PasskeysSection({ passkeys, suggestedName, done, now }: PasskeysSectionProps) {
  const t = useTranslations("account.passkeys");
  const notice = DONE.find((known) => known === done);
  return (
    <Section id="passkeys" title={t("title")}>
      {notice ? <DoneNotice>{t(`done.${notice}`)}</DoneNotice> : null}
      <div className="grid gap-4">
        <p className="max-w-prose text-ink-2 text-pretty">{t("explanation")}</p>
        {passkeys.length > 0 ? (
          <ul className="divide-y divide-line border-y border-line">
            {passkeys.map((passkey) => (
              <PasskeyItem key={passkey.id} passkey={passkey} now={now} />
            ))}
          </ul>
        ) : null}
        {suggestedName === null ? (
          <p className="text-dense text-ink-2">{t("byAddress")}</p>
        ) : (
          <AddPasskey key={passkeys.length} suggestedName={suggestedName} nameMaxLength={PASSKEY_NAME_MAX_LENGTH} />
        )}
        <noscript>
          <p className="text-dense text-ink-2">{t("noScript")}</p>
        </noscript>
      </div>
    </Section>
  );
}

function PasskeyItem({ passkey, now }: { passkey: PasskeyRow; now: string }) {
  const t = useTranslations("account.passkeys");
  const { id, name, isBackedUp, createdAt, lastUsedAt } = passkey;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0">
        <p className="flex items-center gap-2 font-medium">
          <Fingerprint aria-hidden className="size-4 shrink-0 text-ink-3" />
          {name}
        </p>
        <p className="flex flex-wrap gap-x-3 text-dense text-ink-2">
          <span>{t.rich("addedAt", { date: () => <Time value={createdAt.toISOString()} style="date" /> })}</span>
          <span>
            {lastUsedAt === null
              ? t("neverUsed")
              : t.rich("lastUsed", {
                  time: () => <Time value={lastUsedAt.toISOString()} style="relative" now={now} />,
                })}
          </span>
          <span>{t(isBackedUp ? "synced" : "oneDevice")}</span>
        </p>
      </div>
      <Link
        href={`${PASSKEYS_PATH}?edit=${id}`}
        scroll={false}
        aria-label={t("editName", { name })}
        className="text-dense font-medium text-accent underline underline-offset-2"
      >
        {t("edit")}
      </Link>
    </li>
  );
}
