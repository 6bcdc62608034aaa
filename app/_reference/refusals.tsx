import { ChevronRight } from "lucide-react";
import Link from "next/link";
import { useLocale, useTranslations } from "next-intl";
import { Section } from "@/app/_ui/page/section";
import { pathOfError } from "@/lib/api/error-path";
import { readAdvice } from "@/lib/docs/error-pages";
import { COMMON_CODES } from "@/lib/docs/surface/error-responses";
import type { Failure, Operation } from "@/lib/docs/surface/operations";
import type { ErrorCode } from "@/lib/platform/errors";
import { CodeText } from "./code-text";

export function ErrorList({ operation: { failures } }: { operation: Operation }) {
  const t = useTranslations("reference.errors");
  const codes = [...new Set(failures.map(({ code }) => code))];
  const own = codes.filter((code) => !COMMON_CODES.includes(code));
  const common = codes.filter((code) => COMMON_CODES.includes(code));
  return (
    <Section id="errors" title={t("title")}>
      {own.length === 0 ? null : <CodeList codes={own} failures={failures} />}
      <details className="group/common" open={own.length === 0}>
        <summary className="inline-flex min-h-6 items-center gap-1 rounded-control text-dense text-ink-2 hover:text-ink">
          <ChevronRight aria-hidden className="size-3.5 group-open/common:rotate-90" />
          {t("common", { count: common.length })}
        </summary>
        <div className="mt-2">
          <CodeList codes={common} failures={failures} />
        </div>
      </details>
    </Section>
  );
}

function CodeList({ codes, failures }: { codes: readonly ErrorCode[]; failures: readonly Failure[] }) {
  const advice = readAdvice(useLocale());
  return (
    <ul className="divide-y divide-line border-y border-line text-dense">
      {codes.map((code) => (
        <li key={code} className="grid grid-cols-1 gap-0.5 py-2.5">
          <p className="flex flex-wrap items-baseline gap-x-2.5">
            <ErrorLink code={code} />
            <span className="text-ink-3">
              {failures.flatMap((failure) => (failure.code === code ? [failure.status] : [])).join(", ")}
            </span>
          </p>
          <p className="text-ink-2 text-pretty">
            <CodeText text={advice[code]} />
          </p>
        </li>
      ))}
    </ul>
  );
}

function ErrorLink({ code }: { code: ErrorCode }) {
  return (
    <Link
      lang="en"
      prefetch={false}
      href={pathOfError(code)}
      className="font-mono break-all underline underline-offset-4"
    >
      {code}
    </Link>
  );
}

/** The gates in their order: the first one that refuses answers. */
export function GateList({ operation }: { operation: Operation }) {
  const t = useTranslations("reference.gates");
  return (
    <Section id="gates" title={t("title")}>
      <p className="text-dense text-ink-2 text-pretty">{t("text")}</p>
      <ol className="card divide-y divide-line text-dense">
        {operation.gates.map(({ name, refuses }, index) => (
          <Step key={name} number={index + 1} title={t(`names.${name}`)} text={t(`texts.${name}`)} refuses={refuses} />
        ))}
        <Step
          number={operation.gates.length + 1}
          title={t("operation")}
          text={t("operationText")}
          refuses={operation.refuses}
        />
      </ol>
    </Section>
  );
}

function Step(props: { number: number; title: string; text: string; refuses: readonly Failure[] }) {
  const { number, title, text, refuses } = props;
  return (
    <li className="flex gap-3 px-4 py-3">
      <span aria-hidden className="w-4 shrink-0 text-end text-ink-3">
        {number}
      </span>
      <div className="grid min-w-0 grid-cols-1 gap-0.5">
        <p className="font-medium">{title}</p>
        <p className="text-ink-2 text-pretty">{text}</p>
        {refuses.length === 0 ? null : (
          <p className="flex flex-wrap gap-x-3 gap-y-1">
            {refuses.map(({ status, code }) => (
              <span key={code}>
                <span className="text-ink-3">{status}</span> <ErrorLink code={code} />
              </span>
            ))}
          </p>
        )}
      </div>
    </li>
  );
}
