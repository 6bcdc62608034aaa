import { CircleCheck, type LucideIcon, Pause, Play, Radio, SquareTerminal, UsersRound } from "lucide-react";
import { getFormatter, getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { ColouredCode } from "@/app/_light/coloured-code";
import { Button } from "@/app/_ui/controls/button";
import { joinClasses } from "@/app/_ui/controls/join-classes";
import { Avatar } from "@/app/_ui/shown/avatar";
import { ViaMark } from "@/app/rooms/_frame/via-mark";
import { CALL, CALL_RESULT, FIGURES, MESSAGE_TEXT, WEBHOOK_BODY, WEBHOOK_HEADERS } from "./samples";

const STEP = "transition-[opacity,translate] duration-150 data-hidden:translate-y-1 data-hidden:opacity-0";
const SHOWN_HEADERS = ["Svc-Webhook-Type", "Svc-Webhook-Timestamp", "Svc-Webhook-Signature"];

export async function LiveSplit() {
  const t = await getTranslations("home.split");
  const format = await getFormatter();
  const headers = Object.entries(WEBHOOK_HEADERS).filter(([name]) => SHOWN_HEADERS.includes(name));
  return (
    <section aria-labelledby="split-title" className="mt-10 sm:mt-14" data-split>
      <div className="flex min-h-9 flex-wrap items-center justify-between gap-2">
        <h2 id="split-title" className="font-medium text-ink-2">
          {t("title")}
        </h2>
        <SplitControl />
      </div>
      <p className="sr-only">{t("description")}</p>
      <div className="card mt-2 grid grid-cols-1 overflow-hidden shadow-float lg:grid-cols-2">
        <Pane icon={SquareTerminal} title={t("terminal")} className="lg:row-span-2 lg:border-e lg:border-line">
          <pre className="font-mono text-xs leading-5 whitespace-pre-wrap sm:text-dense sm:leading-6">
            <code>
              <span className="text-ink-3 select-none">$ </span>
              <span data-split-typed>
                <ColouredCode code={CALL} language="bash" />
              </span>
            </code>
          </pre>
          <pre className="mt-3 font-mono text-xs leading-5 whitespace-pre-wrap sm:text-dense sm:leading-6">
            <code className={STEP} data-split-step="350">
              <ColouredCode code={CALL_RESULT} language="json" />
            </code>
          </pre>
        </Pane>
        <Pane icon={UsersRound} title={t("room")} className="max-lg:border-t max-lg:border-line">
          <ol className="grid gap-3">
            <Message name="Ben Sato" time={at(format, "2026-11-23T10:41:00Z")} body={t("question")} />
            <Message
              name="Aiko Tanaka"
              time={at(format, "2026-11-23T10:42:07Z")}
              body={MESSAGE_TEXT}
              via="Deploy bot"
              step="250"
            />
          </ol>
        </Pane>
        <Pane icon={Radio} title={t("webhook")} className="border-t border-line">
          <div className={STEP} data-split-step="450">
            <dl className="grid grid-cols-1 gap-x-3 gap-y-1 font-mono text-xs sm:grid-cols-[max-content_minmax(0,1fr)]">
              {headers.map(([name, value]) => (
                <div key={name} className="contents">
                  <dt className="text-ink-3">{name}</dt>
                  <dd className="min-w-0 truncate max-sm:mb-1">{value}</dd>
                </div>
              ))}
            </dl>
            <p className="mt-2 truncate font-mono text-xs text-ink-2">{WEBHOOK_BODY}</p>
          </div>
          <p className={`mt-3 flex items-start gap-2 ${STEP}`} data-split-step="500">
            <CircleCheck aria-hidden className="mt-0.5 size-4.5 shrink-0 text-good" />
            <span className="min-w-0">
              <strong className="font-semibold text-good">{t("verified")}</strong>{" "}
              <span className="text-ink-2">{t("delivery")}</span>{" "}
              <code className="font-mono text-xs text-ink-3">{FIGURES.delivery.command}</code>
            </span>
          </p>
        </Pane>
      </div>
    </section>
  );
}

function at(format: Awaited<ReturnType<typeof getFormatter>>, instant: string): string {
  return format.dateTime(new Date(instant), { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone: "UTC" });
}

async function SplitControl() {
  const t = await getTranslations("home.split");
  return (
    <Button hidden look="quiet" size="small" className="group/control" data-split-control>
      <Pause aria-hidden className="hidden group-data-playing/control:block" />
      <Play aria-hidden className="group-data-playing/control:hidden" />
      <span data-pause={t("pause")} data-play={t("play")} data-replay={t("replay")}>
        {t("play")}
      </span>
    </Button>
  );
}

interface PaneProps {
  icon: LucideIcon;
  title: string;
  className: string;
  children: ReactNode;
}

function Pane({ icon: Icon, title, className, children }: PaneProps) {
  return (
    <div className={joinClasses("min-w-0 p-4 sm:p-5", className)}>
      <h3 className="mb-3 flex items-center gap-2 text-xs font-medium text-ink-3">
        <Icon aria-hidden className="size-4" />
        {title}
      </h3>
      {children}
    </div>
  );
}

interface MessageProps {
  name: string;
  time: string;
  body: string;
  via?: string;
  step?: string;
}

function Message({ name, time, body, via, step }: MessageProps) {
  const shown = step === undefined ? {} : { "data-split-step": step };
  return (
    <li className={`flex gap-2.5 ${step === undefined ? "" : STEP}`} {...shown}>
      <Avatar name={name} />
      <div className="min-w-0">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <span className="font-semibold">{name}</span>
          <span className="text-xs text-ink-3">{time}</span>
          {via === undefined ? null : <ViaMark via={{ kind: "app", name: via, requestId: null }} />}
        </p>
        <p>{body}</p>
      </div>
    </li>
  );
}
