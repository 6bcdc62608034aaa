import { ArrowRight, CircleCheck, OctagonX } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { LinkButton } from "@/app/_ui/controls/button";
import { pathOfError } from "@/lib/api/error-path";
import type { Refusal } from "@/lib/requests/refusal";
import { readAxis, readRefusalValues } from "@/lib/requests/refusal-values";

export function RefusalNotice({ stop }: { stop: Refusal }) {
  const t = useTranslations("why");
  const values = readRefusalValues(stop, useAxisName());
  const { cause, code, fix } = stop;
  const page = pathOfError(code);
  return (
    <div className="grid grid-cols-1 gap-3">
      <p className="flex items-start gap-2 font-medium text-pretty">
        <OctagonX aria-hidden className="mt-0.5 size-4 shrink-0 text-bad" />
        <span className="min-w-0">{t(`causes.${cause}`, values)}</span>
      </p>
      <StoppedFields stop={stop} />
      <p className="text-dense text-ink-2 text-pretty">{t(`fixes.${fix.kind}`, values)}</p>
      <p className="flex flex-wrap items-center gap-x-4 gap-y-2 text-dense">
        {fix.href === null || fix.href === page ? null : (
          <LinkButton look="primary" href={fix.href}>
            {t("open")}
            <ArrowRight aria-hidden />
          </LinkButton>
        )}
        <Link href={page} prefetch={false} className="underline underline-offset-4">
          {t.rich("errorPage", { code: () => <span className="font-mono break-all">{code}</span> })}
        </Link>
      </p>
    </div>
  );
}

export function PassedNotice() {
  const t = useTranslations("why");
  return (
    <p className="flex items-center gap-2 font-medium">
      <CircleCheck aria-hidden className="size-4 shrink-0 text-good" />
      {t("passed")}
    </p>
  );
}

function StoppedFields({ stop: { values } }: { stop: Refusal }) {
  const t = useTranslations("why");
  const { fields } = values;
  if (!Array.isArray(fields)) return null;
  return <p className="font-mono text-xs text-ink-2">{t("fields", { fields: fields.join(", ") })}</p>;
}

export function useAxisName(): (scope: string) => string {
  const t = useTranslations("why.axes");
  return (scope) => t(readAxis(scope));
}
