import { ChevronRight, CircleCheck, FlaskConical, Hash } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { CodeBlock } from "@/app/_ui/code-block";
import { CopyButton } from "@/app/_ui/copy-button";
import { Status } from "@/app/_ui/status";
import { describeEvent } from "@/lib/events/catalog";
import { WEBHOOK_API_VERSION_V1 } from "@/lib/platform/limits";
import { writeBodySchema } from "@/lib/webhooks/body-schema";
import { buildSamplePayload } from "@/lib/webhooks/sample";
import type { EventGroup } from "../webhooks/event-groups";
import { formatJson } from "../webhooks/format-json";

/** One type, as it is sent; its address can be passed on. */
export function EventEntry({ event: { type, stable, text, sample } }: { event: EventGroup["events"][number] }) {
  const t = useTranslations("eventCatalog");
  const { object, inV1 } = describeEvent(type);
  return (
    <article id={type} aria-labelledby={`${type}-name`} className="card min-w-0 target:border-accent">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1.5 px-5 py-3.5">
        <h3 id={`${type}-name`} className="flex min-w-0 items-center gap-1 font-mono font-medium break-all">
          {type}
          <CopyButton text={type} label={type} />
        </h3>
        <Status tone={stable ? "good" : "accent"} icon={stable ? CircleCheck : FlaskConical}>
          {t(stable ? "stable" : "preview")}
        </Status>
        {stable ? <span className="text-xs text-ink-3">{t(inV1 ? "inV1" : "v2Only")}</span> : null}
        <span className="ml-auto flex items-center gap-3 text-dense">
          {stable ? (
            <Link
              href={`/settings/developer/webhooks/new?event=${type}`}
              aria-label={t("subscribeTo", { type })}
              className="underline underline-offset-4 hover:text-accent"
            >
              {t("subscribe")}
            </Link>
          ) : null}
          <a
            href={`#${type}`}
            aria-label={t("linkTo", { type })}
            className="grid size-6 place-items-center text-ink-3 hover:text-ink"
          >
            <Hash aria-hidden className="size-4" />
          </a>
        </span>
        <p className="w-full text-dense text-ink-2 text-pretty">
          {text} {t("object", { object })}
        </p>
      </header>
      <div className="grid grid-cols-1 gap-3 border-t border-line p-5">
        <CodeBlock label={t("v2", { type })} code={sample} />
        <div className="flex flex-col gap-2">
          <Folded title={t("showSchema")}>
            <CodeBlock label={t("schema", { type })} code={writeBodySchema(type)} />
          </Folded>
          {inV1 ? (
            <Folded title={t("showV1")}>
              <CodeBlock
                label={t("v1", { type })}
                code={formatJson(buildSamplePayload(type, WEBHOOK_API_VERSION_V1))}
              />
            </Folded>
          ) : null}
        </div>
      </div>
    </article>
  );
}

function Folded({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className="group">
      <summary className="inline-flex min-h-6 items-center gap-1 rounded-control text-dense text-ink-2 hover:text-ink">
        <ChevronRight aria-hidden className="size-3.5 transition-transform group-open:rotate-90" />
        {title}
      </summary>
      <div className="mt-2">{children}</div>
    </details>
  );
}
