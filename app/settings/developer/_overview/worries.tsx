import { KeyRound, TriangleAlert } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { keyPath, pathOfStep, webhookPath } from "@/app/_links";
import { LinkButton } from "@/app/_ui/controls/button";
import { Section } from "@/app/_ui/page/section";
import { Ago } from "@/app/_ui/shown/ago";
import { Time } from "@/app/_ui/shown/time";
import type { KeySummary } from "@/lib/api-keys/key-summary";
import type { FailingWebhook } from "@/lib/webhooks/history/failing-query";

interface WorriesProps {
  failing: readonly FailingWebhook[];
  expiring: readonly KeySummary[];
}

/** Things that will hurt, each with its cause and the way out. Without any there is nothing to read. */
export function Worries({ failing, expiring }: WorriesProps) {
  const t = useTranslations("overview.worries");
  const diagnosis = useTranslations("deliveries.diagnosis");
  if (failing.length + expiring.length === 0) return null;
  return (
    <Section id="worries" title={t("title")}>
      <ul className="-my-4 divide-y divide-line">
        {failing.map((webhook) => (
          <Worry
            key={webhook.id}
            icon={<TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-bad" />}
            title={
              <Link href={webhookPath(webhook.id)} className="underline-offset-4 hover:underline">
                {t("webhook", { name: webhook.name, room: webhook.roomName })}
              </Link>
            }
            text={t.rich("cause", {
              title: diagnosis(`${webhook.diagnosis}.title`),
              advice: diagnosis(`${webhook.diagnosis}.advice`),
              ago: () => <Ago value={webhook.failedAt} />,
            })}
          >
            <LinkButton size="small" href={webhookPath(webhook.id, `/attempts/${webhook.attemptId}`)}>
              {t("openAttempt")}
            </LinkButton>
            <LinkButton size="small" href={webhookPath(webhook.id, "/redeliver")}>
              {t("recover")}
            </LinkButton>
          </Worry>
        ))}
        {expiring.map((key) => (
          <Worry
            key={key.id}
            icon={<KeyRound aria-hidden className="mt-0.5 size-4 shrink-0 text-warn" />}
            title={
              <Link href={keyPath(key.id)} className="underline-offset-4 hover:underline">
                {t("key", { name: key.name })}
              </Link>
            }
            text={
              key.expiresAt === null ? null : t.rich("expires", { time: () => <Time value={key.expiresAt ?? ""} /> })
            }
          >
            {key.rotationRefusal === null ? (
              <LinkButton size="small" href={pathOfStep(keyPath(key.id), "rotate")}>
                {t("rotate")}
              </LinkButton>
            ) : null}
          </Worry>
        ))}
      </ul>
    </Section>
  );
}

function Worry(props: { icon: ReactNode; title: ReactNode; text: ReactNode; children: ReactNode }) {
  const { icon, title, text, children } = props;
  return (
    <li className="flex gap-3 py-4">
      {icon}
      <div className="grid min-w-0 flex-1 grid-cols-1 gap-1.5">
        <h3 className="text-dense font-medium">{title}</h3>
        <p className="text-dense text-ink-2 text-pretty">{text}</p>
        <div className="flex flex-wrap gap-2 empty:hidden">{children}</div>
      </div>
    </li>
  );
}
