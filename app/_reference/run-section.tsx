import { useLocale, useTranslations } from "next-intl";
import { CodeFigure } from "@/app/_light/code-figure";
import { Notice } from "@/app/_ui/page/notice";
import { Section } from "@/app/_ui/page/section";
import { readAdvice } from "@/lib/docs/error-pages";
import type { CallValues } from "@/lib/docs/surface/call-request";
import type { Operation } from "@/lib/docs/surface/operations";
import { isProductionService } from "@/lib/platform/env";
import { listRunFields } from "./run-fields";
import { RunPanel } from "./run-panel";

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
