"use client";

import { CircleCheck, Globe, LoaderCircle } from "lucide-react";
import { useTranslations } from "next-intl";
import { Field, SelectField, TextField } from "@/app/_ui/form/field";
import { Input } from "@/app/_ui/input";
import {
  CONNECTOR_NAME_MAX_LENGTH,
  CONNECTOR_TARGET_MAX_LENGTH,
  CONNECTOR_TOKEN_MAX_LENGTH,
  CONNECTOR_URL_MAX_LENGTH,
} from "@/lib/platform/limits";
import type { ConnectorFormParts } from "./use-connector-form";

export function GatewaySection({ form, hasToken }: { form: ConnectorFormParts; hasToken: boolean }) {
  const t = useTranslations("connectorForms");
  const { initial } = form;
  return (
    <div className="grid gap-5">
      <TextField
        name="name"
        label={t("name")}
        hint={t("nameHint")}
        maxLength={CONNECTOR_NAME_MAX_LENGTH * 2}
        defaultValue={initial.name}
        placeholder={t("namePlaceholder")}
      />
      <AddressField form={form} />
      {hasToken ? <TokenField /> : null}
      <div className="grid items-start gap-5 sm:grid-cols-[12rem_minmax(0,1fr)]">
        <SelectField name="targetKind" label={t("targetKind")} defaultValue={initial.targetKind}>
          <option value="agent">{t("targetKinds.agent")}</option>
          <option value="model">{t("targetKinds.model")}</option>
        </SelectField>
        <TextField
          name="agentId"
          label={t("target")}
          hint={t("targetHint")}
          autoCapitalize="none"
          spellCheck={false}
          maxLength={CONNECTOR_TARGET_MAX_LENGTH * 2}
          defaultValue={initial.agentId}
          placeholder="main"
          className="font-mono text-dense"
        />
      </div>
    </div>
  );
}

/** Write-only: no response of the server contains the token. */
export function TokenField() {
  const t = useTranslations("connectorForms");
  return (
    <TextField
      name="gatewayToken"
      label={t("token")}
      hint={t("tokenHint")}
      type="password"
      spellCheck={false}
      maxLength={CONNECTOR_TOKEN_MAX_LENGTH}
      className="font-mono text-dense"
    />
  );
}

function AddressField({ form: { initial, verdict, setUrl } }: { form: ConnectorFormParts }) {
  const t = useTranslations("connectorForms");
  const { kind, refusal, isAsking, isTouched } = verdict;
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
              defaultValue={initial.gatewayBaseUrl}
              onChange={(event) => setUrl(event.currentTarget.value)}
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
