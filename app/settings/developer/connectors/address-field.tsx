"use client";

import { CircleCheck, Globe, LoaderCircle } from "lucide-react";
import { useTranslations } from "next-intl";
import { Field } from "@/app/_ui/form/field";
import { Input } from "@/app/_ui/input";
import { CONNECTOR_URL_MAX_LENGTH } from "@/lib/platform/limits";
import type { GatewayVerdict } from "./use-gateway-verdict";

interface AddressFieldProps {
  initial: string;
  verdict: GatewayVerdict;
  onType: (url: string) => void;
}

export function AddressField({ initial, verdict, onType }: AddressFieldProps) {
  const t = useTranslations("connectorForms");
  const { answer, isAsking, isTouched } = verdict;
  const refusal = answer && "problem" in answer ? answer.problem : undefined;
  const kind = answer && "kind" in answer ? answer.kind : null;
  return (
    <div>
      <Field id="gatewayBaseUrl" label={t("url")} hint={t("urlHint")} error={isTouched ? (refusal ?? "") : undefined}>
        {(aria) => (
          <span className="relative block">
            <Input
              {...aria}
              name="gatewayBaseUrl"
              type="url"
              inputMode="url"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={CONNECTOR_URL_MAX_LENGTH}
              defaultValue={initial}
              onChange={(event) => onType(event.currentTarget.value)}
              placeholder="http://gateway.internal:18789"
              className="pr-9 font-mono text-dense"
            />
            <span className="pointer-events-none absolute top-2.5 right-2.5">
              {isAsking ? (
                <LoaderCircle aria-hidden className="size-4 animate-spin text-ink-3 motion-reduce:animate-none" />
              ) : kind === "private" ? (
                <CircleCheck aria-hidden className="size-4 text-good" />
              ) : kind === "public" ? (
                <Globe aria-hidden className="size-4 text-warn" />
              ) : null}
            </span>
          </span>
        )}
      </Field>
      <p role="status" className="sr-only">
        {refusal ?? (kind === null ? "" : t(kind === "public" ? "urlPublic" : "urlPrivate"))}
      </p>
    </div>
  );
}
