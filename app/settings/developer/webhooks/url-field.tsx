"use client";

import { CircleCheck, LoaderCircle } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { Field } from "@/app/_ui/field";
import { Input } from "@/app/_ui/input";
import { WEBHOOK_URL_MAX_LENGTH } from "@/lib/platform/limits";
import { checkUrl } from "./actions";
import type { Reason } from "./problems";

const QUIET_MS = 500;

type Verdict = { url: string; problem: Reason | "unchecked" | null };

/** Asked of the server, which alone knows where the name leads, once the typing rests. Sent again with the form. */
export function UrlField({ initial, error }: { initial: string; error: string | undefined }) {
  const t = useTranslations("webhookForms");
  const [url, setUrl] = useState(initial);
  const verdict = useVerdict(url.trim(), initial.trim());
  const isTouched = url.trim() !== initial.trim();
  const isAsking = isTouched && isWorthAsking(url) && verdict === null;
  const isUnchecked = verdict?.problem === "unchecked";
  const refusal = verdict?.problem && verdict.problem !== "unchecked" ? t(`problems.${verdict.problem}`) : undefined;
  return (
    <div>
      <Field id="url" label={t("url")} hint={t("urlHint")} error={isTouched ? refusal : error}>
        {(aria) => (
          <span className="relative block">
            <Input
              {...aria}
              name="url"
              type="url"
              inputMode="url"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={WEBHOOK_URL_MAX_LENGTH}
              defaultValue={initial}
              onChange={(event) => setUrl(event.currentTarget.value)}
              placeholder="https://hooks.example.com/svc"
              className="pr-9 font-mono text-dense"
            />
            <span className="pointer-events-none absolute top-2.5 right-2.5">
              {isAsking ? (
                <LoaderCircle aria-hidden className="size-4 animate-spin text-ink-3 motion-reduce:animate-none" />
              ) : verdict?.problem === null ? (
                <CircleCheck aria-hidden className="size-4 text-good" />
              ) : null}
            </span>
          </span>
        )}
      </Field>
      <p role="status" className={isUnchecked ? "mt-1 text-dense text-ink-2" : "sr-only"}>
        {verdict === null ? "" : (refusal ?? t(isUnchecked ? "urlUnchecked" : "urlFine"))}
      </p>
    </div>
  );
}

/** Half an address is no mistake yet. */
function isWorthAsking(text: string): boolean {
  return /^[a-z][a-z0-9+.-]*:\/\/[^/\s]{2,}/i.test(text.trim());
}

function useVerdict(url: string, initial: string): Verdict | null {
  const [verdict, setVerdict] = useState<Verdict | null>(null);
  const asked = useRef("");
  useEffect(() => {
    asked.current = url;
    if (url === initial || !isWorthAsking(url)) return;
    const timer = setTimeout(() => {
      checkUrl(url).then(
        (problem) => (asked.current === url ? setVerdict({ url, problem }) : undefined),
        () => (asked.current === url ? setVerdict({ url, problem: "unchecked" }) : undefined),
      );
    }, QUIET_MS);
    return () => clearTimeout(timer);
  }, [url, initial]);
  return verdict?.url === url ? verdict : null;
}
