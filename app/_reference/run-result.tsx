import { CircleCheck, CircleX } from "lucide-react";
import { useTranslations } from "next-intl";
import { CodeBlock } from "@/app/_ui/code-block";
import { Copyable } from "@/app/_ui/copyable";
import { Status } from "@/app/_ui/status";
import { pathOfError } from "@/lib/api/error-path";
import { CodeText } from "./code-text";
import type { RunResponse } from "./send-run";

export function RunResult({ response, advice }: { response: RunResponse; advice: Readonly<Record<string, string>> }) {
  const t = useTranslations("reference.run");
  const { status, requestId, headers, body, errorCode } = response;
  const isGood = status < 400;
  const remedy = errorCode === null ? undefined : advice[errorCode];
  return (
    <section aria-label={t("response")} className="grid min-w-0 grid-cols-1 gap-3 border-t border-line pt-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-dense">
        <Status tone={isGood ? "good" : "bad"} icon={isGood ? CircleCheck : CircleX}>
          {t(isGood ? "succeeded" : "refused", { status })}
        </Status>
        {errorCode === null ? null : (
          <a lang="en" href={pathOfError(errorCode)} className="font-mono underline underline-offset-4">
            {errorCode}
          </a>
        )}
        <Copyable text={requestId} label={t("requestId")} />
      </div>
      {remedy === undefined ? null : (
        <p className="text-dense text-ink-2 text-pretty">
          <CodeText text={remedy} />
        </p>
      )}
      <CodeBlock label={t("body")} code={body} wraps />
      <CodeBlock label={t("headers")} code={headers.map(([name, value]) => `${name}: ${value}`).join("\n")} />
    </section>
  );
}
