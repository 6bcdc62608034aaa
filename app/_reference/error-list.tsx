import Link from "next/link";
import { useLocale, useTranslations } from "next-intl";
import { Section } from "@/app/_ui/section";
import { pathOfError } from "@/lib/api/error-path";
import { readAdvice } from "@/lib/docs/error-advice";
import type { ErrorCode } from "@/lib/platform/errors";
import type { Operation } from "@/lib/surface/operations";
import { CodeText } from "./code-text";

/** Every code of the operation with its statuses, and the remedy. */
export function ErrorList({ operation: { failures } }: { operation: Operation }) {
  const t = useTranslations("reference.errors");
  const advice = readAdvice(useLocale());
  const codes = [...new Set(failures.map(({ code }) => code))];
  return (
    <Section id="errors" title={t("title")}>
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
    </Section>
  );
}

export function ErrorLink({ code }: { code: ErrorCode }) {
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
