import Link from "next/link";
import { useFormatter, useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { CopyableText } from "@/app/_light/copy-control";
import { PageHeader } from "@/app/_ui/page/page-header";
import { Section } from "@/app/_ui/page/section";
import { Fact, FactList } from "@/app/_ui/shown/fact-list";
import { ERRORS_PATH } from "@/lib/api/error-path";
import { FIRST_PATH } from "@/lib/api-keys/first-call";
import { EVENT_CATALOG_PATH } from "@/lib/docs/event-page";
import { pathOfOperation } from "@/lib/docs/operation-page";
import { type Operation, readReference, type Tag } from "@/lib/docs/surface/operations";
import { titleOperation, titleTag } from "@/lib/docs/surface/titles";
import { env } from "@/lib/platform/env";
import {
  ACTOR_BURST_PER_MINUTE,
  API_KEY_BURST_PER_MINUTE,
  apiWriteBurstPerMinute,
  MONTHLY_UNITS_PER_SEAT,
  REQUEST_BODY_MAX_BYTES,
} from "@/lib/platform/limits";
import { CodeText } from "./code-text";
import { MethodBadge } from "./method-badge";
import { ReferenceColumns } from "./reference-columns";
import { Snippets } from "./snippets";

export function ReferencePage() {
  const t = useTranslations("reference");
  const { version, tags, operations } = readReference();
  const first = operations.find(({ method, path }) => method === "GET" && path === FIRST_PATH);
  const baseUrl = env().SVC_BASE_URL;
  return (
    <ReferenceColumns
      text={
        <>
          <div className="-mb-6">
            <PageHeader title={t("title")} description={t("description", { version })} />
          </div>
          <Rules baseUrl={baseUrl} />
          {tags.map((tag) => (
            <TagSection key={tag.name} tag={tag} />
          ))}
        </>
      }
      code={first ? <FirstCall operation={first} baseUrl={baseUrl} /> : null}
    />
  );
}

function FirstCall({ operation, baseUrl }: { operation: Operation; baseUrl: string }) {
  const t = useTranslations("reference");
  return (
    <section aria-labelledby="first-call" className="grid grid-cols-1 gap-3">
      <h2 id="first-call" className="font-semibold">
        {t("firstCall")}
      </h2>
      <Snippets operation={operation} values={operation.sample} baseUrl={baseUrl} />
    </section>
  );
}

function Rules({ baseUrl }: { baseUrl: string }) {
  const t = useTranslations("reference.rules");
  const { number } = useFormatter();
  const links = {
    keys: (text: ReactNode) => <TextLink href="/settings/developer/api-keys">{text}</TextLink>,
    errors: (text: ReactNode) => <TextLink href={ERRORS_PATH}>{text}</TextLink>,
    events: (text: ReactNode) => <TextLink href={EVENT_CATALOG_PATH}>{text}</TextLink>,
    file: (text: ReactNode) => <TextLink href="/openapi.json">{text}</TextLink>,
  };
  const limits = {
    key: API_KEY_BURST_PER_MINUTE,
    actor: ACTOR_BURST_PER_MINUTE,
    write: apiWriteBurstPerMinute,
    units: number(MONTHLY_UNITS_PER_SEAT),
  };
  return (
    <Section id="rules" title={t("title")}>
      <FactList>
        <Fact name={t("baseUrl")}>
          <CopyableText text={baseUrl} label={t("baseUrl")} />
        </Fact>
        <Fact name={t("authentication")}>{t.rich("authenticationText", links)}</Fact>
        <Fact name={t("limits")}>{t("limitsText", limits)}</Fact>
        <Fact name={t("format")}>
          {t("formatText", { size: number(REQUEST_BODY_MAX_BYTES / 1024 ** 2, { style: "unit", unit: "megabyte" }) })}
        </Fact>
        <Fact name={t("errors")}>{t.rich("errorsText", links)}</Fact>
        <Fact name={t("webhooks")}>{t.rich("webhooksText", links)}</Fact>
        <Fact name={t("file")}>{t.rich("fileText", links)}</Fact>
      </FactList>
    </Section>
  );
}

/** The description file is no page, so the browser itself opens it. */
function TextLink({ href, children }: { href: string; children: ReactNode }) {
  const look = "underline underline-offset-4 hover:text-accent";
  if (href.endsWith(".json")) {
    return (
      <a href={href} className={look}>
        {children}
      </a>
    );
  }
  return (
    <Link href={href} prefetch={false} className={look}>
      {children}
    </Link>
  );
}

function TagSection({ tag }: { tag: Tag }) {
  const locale = useLocale();
  return (
    <section aria-labelledby={`tag-${tag.name}`} className="grid grid-cols-1 gap-2">
      <h2 id={`tag-${tag.name}`} className="font-semibold">
        {titleTag(tag.name, locale)}
      </h2>
      <p lang="en" className="text-dense text-ink-2 text-pretty">
        <CodeText text={tag.description} />
      </p>
      <ul className="card divide-y divide-line text-dense">
        {tag.operations.map((operation) => (
          <li key={operation.id}>
            <Link
              href={pathOfOperation(operation.id)}
              prefetch={false}
              className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5 -outline-offset-2 hover:bg-muted"
            >
              <MethodBadge method={operation.method} />
              <span className="font-medium">{titleOperation(operation.id, locale)}</span>
              <span className="min-w-0 font-mono text-xs break-all text-ink-3">{operation.path}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
