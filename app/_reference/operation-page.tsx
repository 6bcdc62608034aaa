import { Play } from "lucide-react";
import Link from "next/link";
import { notFound } from "next/navigation";
import { useLocale, useTranslations } from "next-intl";
import { getLocale, getTranslations } from "next-intl/server";
import { CodeFigure } from "@/app/_light/code-figure";
import { CopyControl } from "@/app/_light/copy-control";
import { Section } from "@/app/_ui/page/section";
import { buildErrorExample } from "@/lib/docs/error-facts";
import type { CallValues } from "@/lib/docs/surface/call-request";
import { findOperation, type Operation } from "@/lib/docs/surface/operations";
import { titleOperation } from "@/lib/docs/surface/titles";
import { env } from "@/lib/platform/env";
import { CallFacts } from "./call-facts";
import { Code, CodeText } from "./code-text";
import { MemberList } from "./member-list";
import { MethodBadge } from "./method-badge";
import { fillExample, fillValues, type Reader, readReader } from "./reader";
import { ReferenceColumns } from "./reference-columns";
import { ErrorList, GateList } from "./refusals";
import { RunSection } from "./run-section";
import { Snippets } from "./snippets";

export async function OperationPage({ operationId }: { operationId: string }) {
  const operation = findOperation(operationId);
  if (!operation) notFound();
  const reader = await readReader(operation);
  const baseUrl = env().SVC_BASE_URL;
  const values = fillValues(operation, reader?.own?.values ?? {});
  return (
    <ReferenceColumns
      text={
        <>
          <OperationHeader operation={operation} baseUrl={baseUrl} />
          <CallFacts operation={operation} reader={reader} />
          <Parameters operation={operation} />
          <ResponseSection operation={operation} />
          <GateList operation={operation} />
          <ErrorList operation={operation} />
          <RunSection operation={operation} values={values} baseUrl={baseUrl} readerName={reader?.name ?? null} />
        </>
      }
      code={
        <>
          <Snippets operation={operation} values={values} baseUrl={baseUrl} />
          {reader ? <OwnValuesNote reader={reader} /> : null}
          <Examples operation={operation} values={values} />
        </>
      }
    />
  );
}

export async function titleReference(operationId: string): Promise<string> {
  const operation = findOperation(operationId);
  if (!operation) notFound();
  const [t, locale] = await Promise.all([getTranslations("reference"), getLocale()]);
  return `${titleOperation(operation.id, locale)} · ${t("title")}`;
}

function OperationHeader({ operation, baseUrl }: { operation: Operation; baseUrl: string }) {
  const t = useTranslations("reference.operation");
  const { id, method, path, description, since } = operation;
  return (
    <header className="grid grid-cols-1 gap-3">
      <h1 className="text-xl font-semibold tracking-tight text-balance">{titleOperation(id, useLocale())}</h1>
      <p className="flex min-w-0 flex-wrap items-center gap-x-2.5 gap-y-1">
        <MethodBadge method={method} />
        <code lang="en" className="min-w-0 font-mono text-dense break-all">
          {path}
        </code>
        <CopyControl text={`${baseUrl}${path}`} label={t("url")} />
        <a
          href="#run"
          className="ms-auto inline-flex min-h-6 items-center gap-1.5 text-dense font-medium text-accent hover:underline"
        >
          <Play aria-hidden className="size-3.5" />
          {t("run")}
        </a>
      </p>
      {description === null ? null : (
        <p lang="en" className="text-ink-2 text-pretty">
          <CodeText text={description} />
        </p>
      )}
      {since === null ? null : <p className="text-dense text-ink-3">{t("since", { date: since })}</p>}
    </header>
  );
}

function Parameters({ operation: { parameters, body } }: { operation: Operation }) {
  const t = useTranslations("reference.operation");
  return (
    <>
      {(["path", "query", "header"] as const).map((place) =>
        parameters[place].length === 0 ? null : (
          <Section key={place} id={`${place}-parameters`} title={t(`parameters.${place}`)}>
            <MemberList members={parameters[place]} />
          </Section>
        ),
      )}
      {body === null ? null : (
        <Section id="body" title={t("body")}>
          {body.rule === null ? null : (
            <p className="flex flex-wrap items-baseline gap-1.5 text-dense text-ink-2">
              {t(`rules.${body.rule.kind}`)}
              {body.rule.names.map((name) => (
                <Code key={name}>{name}</Code>
              ))}
            </p>
          )}
          {body.members.length === 0 ? (
            <p className="text-dense text-ink-2">{t("emptyBody")}</p>
          ) : (
            <MemberList members={body.members} />
          )}
        </Section>
      )}
    </>
  );
}

function ResponseSection({ operation: { response } }: { operation: Operation }) {
  const t = useTranslations("reference.operation");
  return (
    <Section
      id="response"
      title={t("response", { status: response.status })}
      aside={
        <span lang="en" className="font-mono text-xs text-ink-3">
          {response.name}
        </span>
      }
    >
      <MemberList members={response.members} isResponse />
      <details className="group">
        <summary className="inline-flex min-h-6 items-center gap-1 text-dense text-ink-2 underline underline-offset-4 hover:text-ink">
          {t("headers", { count: response.headers.length })}
        </summary>
        <dl lang="en" className="mt-2 grid grid-cols-1 gap-2 text-dense">
          {response.headers.map(({ name, description }) => (
            <div key={name}>
              <dt className="font-mono text-xs">{name}</dt>
              <dd className="text-ink-2">{description}</dd>
            </div>
          ))}
        </dl>
      </details>
    </Section>
  );
}

function OwnValuesNote({ reader: { own, keys } }: { reader: Reader }) {
  const t = useTranslations("reference.snippets");
  const [key] = keys;
  if (!key && !own) return null;
  const hasIds = Object.keys(own?.values ?? {}).some((name) => name !== "roomId" && name.endsWith("Id"));
  return (
    <p className="text-dense text-ink-2 text-pretty">
      {own ? t(hasIds ? "ownValues" : "ownRoom", { room: own.room.name }) : null}{" "}
      {key
        ? t.rich("ownKey", {
            name: key.name,
            key: key.maskedKey,
            code: (text) => <Code>{text}</Code>,
            link: (text) => (
              <Link className="underline underline-offset-4" href={`/settings/developer/api-keys/${key.id}`}>
                {text}
              </Link>
            ),
          })
        : null}
    </p>
  );
}

function Examples({ operation, values }: { operation: Operation; values: CallValues }) {
  const t = useTranslations("reference.snippets");
  const { response, failures, sample } = operation;
  const missing = failures.find(({ status }) => status === 404);
  return (
    <>
      <CodeFigure
        language="json"
        label={t("example", { status: response.status })}
        code={fillExample(writeJson(response.example), values, sample)}
      />
      {missing ? (
        <CodeFigure
          language="json"
          label={t("example", { status: missing.status })}
          code={writeJson(buildErrorExample(missing.code))}
        />
      ) : null}
    </>
  );
}

function writeJson(value: unknown): string {
  return JSON.stringify(value, null, 2);
}
