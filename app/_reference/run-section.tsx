import { CircleCheck, CircleX, Eye, EyeOff, Send, Trash2 } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import type { RunFacts } from "@/app/_light/browser/run-panel";
import { keyOf, readValues } from "@/app/_light/browser/run-values";
import { CodeFigure } from "@/app/_light/code-figure";
import { CopyableText } from "@/app/_light/copy-control";
import { Button } from "@/app/_ui/controls/button";
import { Input } from "@/app/_ui/form/input";
import { Notice } from "@/app/_ui/page/notice";
import { Section } from "@/app/_ui/page/section";
import { Status } from "@/app/_ui/shown/status";
import { readAdvice } from "@/lib/docs/error-pages";
import { type CallShape, type CallValues, writeCurl } from "@/lib/docs/surface/call-request";
import type { Operation } from "@/lib/docs/surface/operations";
import { isProductionService } from "@/lib/platform/env";
import { CodeText } from "./code-text";
import { listRunFields, type RunField } from "./run-fields";
import { RunInput, RunLine } from "./run-input";

interface RunSectionProps {
  operation: Operation;
  values: CallValues;
  baseUrl: string;
  /** null: without a session, so that the reader needs a credential. */
  readerName: string | null;
}

export function RunSection({ operation, values, baseUrl, readerName }: RunSectionProps) {
  const t = useTranslations("reference.run");
  const advice = readAdvice(useLocale());
  const { id, method, path, kind, scope, failures } = operation;
  const isWrite = kind === "write";
  const isSignedIn = readerName !== null;
  const title = isSignedIn ? "titleSignedIn" : isWrite ? "titleWrite" : "title";
  return (
    <Section id="run" title={t(title)}>
      <p className="text-dense text-ink-2 text-pretty">{t("text", { url: baseUrl })}</p>
      {isSignedIn ? (
        <p className="text-dense text-ink-2 text-pretty">{t("signedIn", { name: readerName, scope })}</p>
      ) : null}
      {kind === "read" ? null : <Notice tone="warn">{t(isWrite ? "writes" : "acts")}</Notice>}
      {isWrite && !isSignedIn && !isProductionService() ? (
        <CodeFigure
          language="bash"
          label={t("demoToken")}
          code={`npm run -s svc -- token --user owner --scopes "${scope}"`}
        />
      ) : null}
      <noscript>
        <Notice>{t("needsScript")}</Notice>
      </noscript>
      <RunPanel
        key={id}
        operationId={isSignedIn ? id : null}
        shape={{ method, path, kind }}
        fields={listRunFields(operation, values)}
        baseUrl={baseUrl}
        advice={Object.fromEntries(failures.map(({ code }) => [code, advice[code]]))}
      />
    </Section>
  );
}

interface RunPanelProps {
  /** null: without a session. With one, the request needs no credential. */
  operationId: string | null;
  shape: CallShape;
  fields: readonly RunField[];
  baseUrl: string;
  advice: Readonly<Record<string, string>>;
}

/**
 * Drawn whole by the server, and worked by _light/browser/run-panel.ts. No input has a name, so a form that is sent
 * without a script carries nothing away.
 */
function RunPanel({ operationId, shape, fields, baseUrl, advice }: RunPanelProps) {
  const t = useTranslations("reference.run");
  const facts: RunFacts = {
    operationId,
    shape,
    fields: fields.map(({ place, name, kind, isNullable }) => ({ place, name, kind, isNullable })),
    baseUrl,
  };
  const first = readValues(fields, Object.fromEntries(fields.map((field) => [keyOf(field), field.initial])));
  return (
    <div className="card grid min-w-0 grid-cols-1 gap-5 p-4 sm:p-5" data-run={JSON.stringify(facts)}>
      <form autoComplete="off" className="grid grid-cols-1 gap-4 noscript:hidden" data-run-form>
        <CredentialField kind={shape.kind} isOptional={operationId !== null} />
        {fields.map((field) => (
          <RunInput key={keyOf(field)} field={field} />
        ))}
        <div>
          <Button type="submit" look="primary" disabled data-run-send>
            <Send aria-hidden />
            {t("send", { method: shape.method })}
          </Button>
        </div>
      </form>
      <div className="min-w-0" data-run-curl>
        <CodeFigure label={t("asCurl")} code={writeCurl(shape, first, baseUrl)} language="bash" wraps />
      </div>
      <p
        role="status"
        className="text-dense text-ink-2 noscript:hidden"
        data-run-status
        data-sending={t("sending")}
        data-failed={t("failed")}
        data-forgotten={t("forgotten")}
        data-answered={t("answered", { status: "{status}", duration: "{duration}" })}
        data-answered-as-reader={t("answeredAsReader", { status: "{status}", duration: "{duration}", area: "{area}" })}
        data-no-token={t("noToken", { reason: "{reason}" })}
      >
        {t("none")}
      </p>
      <RunResult advice={advice} />
    </div>
  );
}

function CredentialField({ kind, isOptional }: Pick<CallShape, "kind"> & { isOptional: boolean }) {
  const t = useTranslations("reference.run");
  return (
    <RunLine id="credential" label={t(kind === "write" ? "token" : "key")} hint={t("kept")}>
      <div className="flex flex-wrap gap-2">
        <Input
          id="credential"
          aria-describedby="credential-hint"
          type="password"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          required={!isOptional}
          className="min-w-0 flex-1 basis-48 font-mono text-dense"
          data-run-credential
        />
        <Button
          size="icon"
          className="group/show size-9! pointer-coarse:size-11!"
          aria-pressed={false}
          aria-label={t("show")}
          data-run-show
        >
          <Eye aria-hidden className="group-aria-pressed/show:hidden" />
          <EyeOff aria-hidden className="hidden group-aria-pressed/show:block" />
        </Button>
        <Button data-run-forget>
          <Trash2 aria-hidden />
          {t("forget")}
        </Button>
      </div>
    </RunLine>
  );
}

function RunResult({ advice }: { advice: Readonly<Record<string, string>> }) {
  const t = useTranslations("reference.run");
  return (
    <section
      hidden
      aria-label={t("response")}
      className="grid min-w-0 grid-cols-1 gap-3 border-t border-line pt-5"
      data-run-response
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-dense">
        <span data-run-good>
          <Status tone="good" icon={CircleCheck}>
            <span data-text={t("succeeded", { status: "{status}" })} />
          </Status>
        </span>
        <span data-run-bad>
          <Status tone="bad" icon={CircleX}>
            <span data-text={t("refused", { status: "{status}" })} />
          </Status>
        </span>
        <a hidden lang="en" href="#run" className="font-mono underline underline-offset-4" data-run-code>
          {" "}
        </a>
        <span className="min-w-0" data-run-id>
          <CopyableText text="" label={t("requestId")} />
        </span>
      </div>
      {Object.entries(advice).map(([code, text]) => (
        <p key={code} hidden className="text-dense text-ink-2 text-pretty" data-advice={code}>
          <CodeText text={text} />
        </p>
      ))}
      <div className="min-w-0" data-run-body>
        <CodeFigure label={t("body")} code="" wraps />
      </div>
      <div className="min-w-0" data-run-headers>
        <CodeFigure label={t("headers")} code="" />
      </div>
    </section>
  );
}
