"use client";

import { CircleCheck, Globe } from "lucide-react";
import { useTranslations } from "next-intl";
import { SelectField, TextField } from "@/app/_ui/form/field";
import { UrlField } from "@/app/_ui/form/url-field";
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
  const { kind, refusal, isAsking, isTouched, isUnchecked } = verdict;
  const found = isUnchecked ? "urlUnchecked" : kind === null ? null : kind === "public" ? "urlPublic" : "urlPrivate";
  return (
    <UrlField
      name="gatewayBaseUrl"
      label={t("url")}
      hint={t("urlHint")}
      initial={initial.gatewayBaseUrl}
      onType={setUrl}
      maxLength={CONNECTOR_URL_MAX_LENGTH}
      placeholder="http://gateway.internal:18789"
      error={isTouched ? (refusal ?? "") : undefined}
      isAsking={isAsking}
      mark={kind === null ? null : KIND_MARKS[kind]}
      status={refusal ?? (found === null ? "" : t(found))}
      isStatusShown={isUnchecked}
    />
  );
}

const KIND_MARKS = {
  private: <CircleCheck aria-hidden className="size-4 text-good" />,
  public: <Globe aria-hidden className="size-4 text-warn" />,
};
