"use client";

import { useTranslations } from "next-intl";
import { Field } from "@/app/_ui/field";
import { Input } from "@/app/_ui/input";
import { NetworkMode, SessionStrategy, ToolProfile } from "@/lib/connectors/connector";
import type { PrivateReach } from "@/lib/connectors/private-targets";
import { CONNECTOR_NAME_MAX_LENGTH } from "@/lib/platform/limits";
import { AddressField } from "./address-field";
import { ChoiceCards } from "./choice-cards";
import { NetworkWarnings } from "./network-warnings";
import { TargetField } from "./target-field";
import { TokenField } from "./token-field";
import type { ConnectorFormParts } from "./use-connector-form";

export function GatewaySection({ form, hasToken }: { form: ConnectorFormParts; hasToken: boolean }) {
  const t = useTranslations("connectorForms");
  const { initial, verdict, setUrl, findError } = form;
  return (
    <div className="grid gap-5">
      <Field id="name" label={t("name")} hint={t("nameHint")} error={findError("name")}>
        {(aria) => (
          <Input
            {...aria}
            name="name"
            autoComplete="off"
            maxLength={CONNECTOR_NAME_MAX_LENGTH * 2}
            defaultValue={initial.name}
            placeholder={t("namePlaceholder")}
          />
        )}
      </Field>
      <AddressField
        initial={initial.gatewayBaseUrl}
        verdict={verdict}
        onType={setUrl}
        error={findError("gatewayBaseUrl")}
      />
      {hasToken ? <TokenField error={findError("gatewayToken")} /> : null}
      <TargetField kind={initial.targetKind} initial={initial.agentId} error={findError("agentId")} />
    </div>
  );
}

/** What was accepted before counts for that address alone. */
export interface AcceptedNetwork {
  baseUrl: string;
  public: boolean;
  proxy: boolean;
}

interface NetworkSectionProps {
  form: ConnectorFormParts;
  accepted: AcceptedNetwork | null;
  privateReach: PrivateReach;
}

export function NetworkSection({ form, accepted, privateReach }: NetworkSectionProps) {
  const t = useTranslations("connectorForms");
  const { initial, chosen, choose, kind, url, findError } = form;
  const before = url === accepted?.baseUrl ? accepted : null;
  const isProxied = chosen.networkMode === "public_with_proxy";
  const isPublic = kind === "public" || (kind === null && findError("acceptsPublic") !== undefined);
  return (
    <div className="grid gap-4">
      <ChoiceCards
        name="networkMode"
        legend={t("networkMode")}
        hint={`${t("networkModeHint")} ${t(`privateReach.${privateReach}`)}`}
        choices={NetworkMode.options.map((value) => ({
          value,
          title: t(`networkModes.${value}.title`),
          text: t(`networkModes.${value}.text`),
        }))}
        chosen={chosen.networkMode}
        onChoose={choose("networkMode")}
        error={kind === "private" && isProxied ? t("problems.proxy_needs_public") : findError("networkMode")}
      />
      <NetworkWarnings
        isPublic={isPublic && !before?.public}
        isProxied={isProxied && kind !== "private" && !before?.proxy}
        isPlain={url.toLowerCase().startsWith("http:")}
        accepted={{ public: initial.acceptsPublic, proxy: initial.acceptsProxy }}
        findError={findError}
      />
    </div>
  );
}

export function ToolSection({ form, meetsOthers }: { form: ConnectorFormParts; meetsOthers: boolean }) {
  const t = useTranslations("connectorForms");
  const { chosen, choose, findError } = form;
  const clashes = meetsOthers && chosen.toolProfile !== "read_only";
  return (
    <ChoiceCards
      name="toolProfile"
      legend={t("toolProfile")}
      hint={t("toolProfileHint")}
      choices={ToolProfile.options.map((value) => ({
        value,
        title: t(`toolProfiles.${value}.title`),
        text: t.rich(`toolProfiles.${value}.text`, { code: (text) => <code className="font-mono">{text}</code> }),
      }))}
      chosen={chosen.toolProfile}
      onChoose={choose("toolProfile")}
      error={clashes ? t("problems.profile_shared_room") : findError("toolProfile")}
    />
  );
}

/** §4 rule 1, as a gateway would see them. */
const EXAMPLE_KEYS: Record<SessionStrategy, string> = {
  room: "svc:room:room_01h2x…",
  thread: "svc:room:room_01h2x…:thread:msg_01h9k…",
  record: "svc:record:rec_01h7q…",
  user: "svc:user:usr_01h4c…",
};

export function SessionSection({ form: { chosen, choose, findError } }: { form: ConnectorFormParts }) {
  const t = useTranslations("connectorForms");
  return (
    <ChoiceCards
      name="sessionStrategy"
      legend={t("sessionStrategy")}
      hint={t("sessionStrategyHint")}
      choices={SessionStrategy.options.map((value) => ({
        value,
        title: t(`sessionStrategies.${value}.title`),
        text: (
          <>
            {t(`sessionStrategies.${value}.text`)} <code className="font-mono break-all">{EXAMPLE_KEYS[value]}</code>
          </>
        ),
      }))}
      chosen={chosen.sessionStrategy}
      onChoose={choose("sessionStrategy")}
      error={findError("sessionStrategy")}
    />
  );
}
