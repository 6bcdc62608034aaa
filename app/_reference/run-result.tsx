import { CircleCheck, CircleX } from "lucide-react";
import { useTranslations } from "next-intl";
import { CodeFigure } from "@/app/_light/code-figure";
import { CopyableText } from "@/app/_light/copy-control";
import { Status } from "@/app/_ui/shown/status";
import { CodeText } from "./code-text";

export function RunResult({ advice }: { advice: Readonly<Record<string, string>> }) {
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
