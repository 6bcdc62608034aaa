import { ChevronRight, CircleCheck, FlaskConical, Hash, Plus } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { CodeFigure } from "@/app/_light/code-figure";
import { CopyControl } from "@/app/_light/copy-control";
import { PageParts } from "@/app/_light/page-parts";
import { IconLink } from "@/app/_ui/controls/icon-link";
import { SearchIcon } from "@/app/_ui/controls/search-icon";
import { Input } from "@/app/_ui/form/input";
import { PageHeader } from "@/app/_ui/page/page-header";
import { pageTitle } from "@/app/_ui/page/page-title";
import { Status } from "@/app/_ui/shown/status";
import { requireSession } from "@/lib/accounts/sessions/session";
import { describeEvent, type EventType, isOperational } from "@/lib/events/catalog";
import { WEBHOOK_API_VERSION_V1 } from "@/lib/platform/limits";
import { buildSampleHeaders, buildSamplePayload, writeBodySchema } from "@/lib/webhooks/settings/sample";
import { type EventGroup, listEventGroups } from "../webhooks/event-groups";
import { formatJson } from "../webhooks/format-json";

export const generateMetadata = pageTitle("eventCatalog.title");

export default async function EventCatalogPage() {
  await requireSession("/settings/developer/event-catalog");
  const [groups, t] = await Promise.all([listEventGroups(), getTranslations("eventCatalog")]);
  return (
    <>
      <PageParts />
      <PageHeader title={t("title")} description={t("description")}>
        <IconLink icon={Plus} look="primary" href="/settings/developer/webhooks/new">
          {t("create")}
        </IconLink>
      </PageHeader>
      <div data-filter-list className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_14rem]">
        <div className="grid min-w-0 grid-cols-1 gap-6">
          <div className="grid grid-cols-1 gap-3">
            <EventSearch count={groups.flatMap(({ events }) => events).length} />
            <DeliveryHeaders />
          </div>
          {groups.map(({ key, events, isSeparate }) => (
            <section key={key} data-filter-group aria-labelledby={`group-${key}`} className="grid grid-cols-1 gap-3">
              <h2 id={`group-${key}`} className="text-lg font-semibold">
                {t(`groups.${key}`)}
              </h2>
              {isSeparate ? (
                <p className="max-w-3xl text-dense text-ink-2 text-pretty">{t("operationalText")}</p>
              ) : null}
              {events.map((event) => (
                <EventEntry key={event.type} event={event} />
              ))}
            </section>
          ))}
        </div>
        <nav
          aria-label={t("toc")}
          data-contents
          className="sticky top-9 order-first hidden max-h-[calc(100dvh-4.5rem)] overflow-y-auto lg:order-last lg:block"
        >
          <h2 className="mb-2 text-xs font-medium text-ink-3">{t("toc")}</h2>
          <ul className="grid border-s border-line">
            {groups
              .flatMap(({ events }) => events)
              .map(({ type }) => (
                <li key={type}>
                  <a
                    href={`#${type}`}
                    className="-ms-px block min-h-6 border-s-2 border-transparent py-1 ps-3 font-mono text-xs break-all text-ink-2 hover:text-ink aria-[current]:border-accent aria-[current]:text-ink"
                  >
                    {type}
                  </a>
                </li>
              ))}
          </ul>
        </nav>
      </div>
    </>
  );
}

const MEANINGS = [
  ["Svc-Webhook-Id", "id"],
  ["Svc-Webhook-Delivery", "delivery"],
  ["Svc-Webhook-Timestamp", "timestamp"],
  ["Svc-Webhook-Signature", "signature"],
  ["Svc-Webhook-Type", "type"],
  ["Svc-Webhook-Api-Version", "version"],
  ["User-Agent", "agent"],
] as const;

function DeliveryHeaders() {
  const t = useTranslations("eventCatalog");
  const headers = Object.entries(buildSampleHeaders("task.created")).map(([name, value]) => `${name}: ${value}`);
  return (
    <details className="card group min-w-0">
      <summary className="flex min-h-11 items-center gap-2 rounded-card px-5 font-medium hover:bg-muted/50">
        <ChevronRight aria-hidden className="size-4 text-ink-3 transition-transform group-open:rotate-90" />
        <h2>{t("deliveryTitle")}</h2>
      </summary>
      <div className="grid grid-cols-1 gap-4 border-t border-line px-5 py-4">
        <p className="text-dense text-ink-2 text-pretty">{t("deliveryText")}</p>
        <CodeFigure label={t("headers")} code={headers.join("\n")} language="http" />
        <dl className="grid gap-x-4 gap-y-1.5 text-dense sm:grid-cols-[13rem_1fr]">
          {MEANINGS.map(([header, meaning]) => (
            <div key={header} className="contents">
              <dt className="font-mono text-xs leading-5">{header}</dt>
              <dd className="mb-1 text-ink-2 sm:mb-0">{t(`headerNames.${meaning}`)}</dd>
            </div>
          ))}
        </dl>
        <p className="text-xs text-ink-3 text-pretty">{t("legacy")}</p>
      </div>
    </details>
  );
}

function EventSearch({ count }: { count: number }) {
  const t = useTranslations("eventCatalog");
  const texts = Array.from({ length: count + 1 }, (_, found) => t("found", { count: found }));
  return (
    <div data-filter-box hidden>
      <span className="relative block">
        <SearchIcon />
        <Input
          type="search"
          data-filter-field
          placeholder={t("search")}
          aria-label={t("search")}
          autoComplete="off"
          className="ps-8"
        />
      </span>
      <p
        role="status"
        data-filter-status
        data-found={JSON.stringify(texts)}
        className="mt-2 min-h-5 text-dense text-ink-2"
      />
    </div>
  );
}

function nameObjectText(type: EventType) {
  if (isOperational(type)) return "objectUnread";
  return type === "record.deleted" ? "objectGone" : "object";
}

function EventEntry({ event: { type, stable, text, sample } }: { event: EventGroup["events"][number] }) {
  const t = useTranslations("eventCatalog");
  const { object, inV1 } = describeEvent(type);
  return (
    <article
      id={type}
      data-filter-item={`${type} ${text} ${object}`}
      aria-labelledby={`${type}-name`}
      className="card min-w-0 target:border-accent"
    >
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1.5 px-5 py-3.5">
        <h3 id={`${type}-name`} className="flex min-w-0 items-center gap-1 font-mono font-medium break-all">
          {type}
          <CopyControl text={type} label={type} />
        </h3>
        <Status tone={stable ? "good" : "accent"} icon={stable ? CircleCheck : FlaskConical}>
          {t(stable ? "stable" : "preview")}
        </Status>
        {stable ? <span className="text-xs text-ink-3">{t(inV1 ? "inV1" : "v2Only")}</span> : null}
        <span className="ms-auto flex items-center gap-3 text-dense">
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
          {text} {t(nameObjectText(type), { object })}
        </p>
      </header>
      <div className="grid grid-cols-1 gap-3 border-t border-line px-5 py-3">
        <div className="flex flex-wrap gap-x-5 gap-y-2">
          <Folded title={t("showSample")}>
            <CodeFigure label={t("v2", { type })} code={sample} language="json" />
          </Folded>
          <Folded title={t("showSchema")}>
            {/* Colours of all schemas would take the page over its budget. */}
            <div data-colours="json">
              <CodeFigure label={t("schema", { type })} code={writeBodySchema(type)} />
            </div>
          </Folded>
          {inV1 ? (
            <Folded title={t("showV1")}>
              <CodeFigure
                label={t("v1", { type })}
                code={formatJson(buildSamplePayload(type, WEBHOOK_API_VERSION_V1))}
                language="json"
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
    <details className="group min-w-0 open:w-full">
      <summary className="inline-flex min-h-6 items-center gap-1 rounded-control text-dense text-ink-2 hover:text-ink">
        <ChevronRight aria-hidden className="size-3.5 transition-transform group-open:rotate-90" />
        {title}
      </summary>
      <div className="mt-2">{children}</div>
    </details>
  );
}
