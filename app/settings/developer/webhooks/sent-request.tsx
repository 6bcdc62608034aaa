import { useTranslations } from "next-intl";
import { CodeSample } from "@/app/_ui/shown/code-sample";
import type { AttemptDetail } from "@/lib/webhooks/delivery/delivery";
import { writeCurl } from "@/lib/webhooks/history/curl";
import { wasSent } from "@/lib/webhooks/history/diagnosis";
import { formatJson } from "./format-json";
import { writeHeaderLines } from "./list-headers";

/** The request of one attempt: headers, the exact body, and the same as a command. */
export function SentRequest({ sent }: { sent: AttemptDetail }) {
  const t = useTranslations("deliveries.request");
  const headers = writeHeaderLines(sent);
  return (
    <div className="grid grid-cols-1 gap-4">
      {wasSent(sent) ? null : <p className="text-dense text-ink-2">{t("notSent")}</p>}
      {headers ? (
        <CodeSample language="http" label={t("headers")} code={`POST ${sent.url ?? "svc listen"}\n${headers}`} />
      ) : null}
      <CodeSample language="json" label={t("body")} code={sent.payload} />
      <details className="group">
        <summary className="inline-flex min-h-6 items-center text-dense text-ink-2 underline underline-offset-4 hover:text-ink">
          {t("readable")}
        </summary>
        <div className="mt-2">
          <CodeSample language="json" label={t("formatted")} code={formatJson(sent.payload)} />
        </div>
      </details>
      {headers ? (
        <div>
          <CodeSample language="bash" label={t("curl")} code={writeCurl(sent)} />
          <p className="mt-1.5 text-xs text-ink-3">{t("curlHint")}</p>
        </div>
      ) : null}
    </div>
  );
}
