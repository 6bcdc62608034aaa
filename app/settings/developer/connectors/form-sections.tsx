"use client";

import { useTranslations } from "next-intl";
import { Field, TextField } from "@/app/_ui/form/field";
import { Select } from "@/app/_ui/input";
import { NetworkMode, SessionStrategy, ToolProfile } from "@/lib/connectors/connector";
import type { PrivateReach } from "@/lib/connectors/private-targets";
import {
  CONNECTOR_NAME_MAX_LENGTH,
  CONNECTOR_TARGET_MAX_LENGTH,
  CONNECTOR_TOKEN_MAX_LENGTH,
} from "@/lib/platform/limits";
import { AddressField } from "./address-field";
import { ChoiceCards } from "./choice-cards";
import { NetworkWarnings } from "./network-warnings";
import type { ConnectorFormParts } from "./use-connector-form";

export function GatewaySection({ form, hasToken }: { form: ConnectorFormParts; hasToken: boolean }) {
  const t = useTranslations("connectorForms");
  const { initial, verdict, setUrl } = form;
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
      <AddressField initial={initial.gatewayBaseUrl} verdict={verdict} onType={setUrl} />
      {hasToken ? <TokenField /> : null}
      <div className="grid items-start gap-5 sm:grid-cols-[12rem_minmax(0,1fr)]">
        <Field id="targetKind" label={t("targetKind")}>
          {(aria) => (
            <Select {...aria} name="targetKind" defaultValue={initial.targetKind}>
              <option value="agent">{t("targetKinds.agent")}</option>
              <option value="model">{t("targetKinds.model")}</option>
            </Select>
          )}
        </Field>
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

/** An earlier acceptance counts for this URL only. */
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
  const problems = useTranslations("problems");
  const { initial, chosen, choose, kind, url } = form;
  const before = url === accepted?.baseUrl ? accepted : null;
  const isProxied = chosen.networkMode === "public_with_proxy";
  const isRefused = form.problems.some(({ field }) => field === "acceptsPublic");
  const isPublic = kind === "public" || (kind === null && isRefused);
  return (
    <div className="grid gap-4">
      <ChoiceCards
        name="networkMode"
        legend={t("networkMode")}
        hint={`${t("networkModeHint")} ${t(`privateReach.${privateReach}`)}`}
        values={NetworkMode.options}
        textsOf={(mode) => ({ label: t(`networkModes.${mode}.title`), text: t(`networkModes.${mode}.text`) })}
        chosen={chosen.networkMode}
        onChoose={choose("networkMode")}
        error={kind === "private" && isProxied ? problems("proxy_needs_public") : undefined}
      />
      <NetworkWarnings
        isPublic={isPublic && !before?.public}
        isProxied={isProxied && kind !== "private" && !before?.proxy}
        isPlain={url.toLowerCase().startsWith("http:")}
        accepted={{ public: initial.acceptsPublic, proxy: initial.acceptsProxy }}
      />
    </div>
  );
}

export function ToolSection({ form, meetsOthers }: { form: ConnectorFormParts; meetsOthers: boolean }) {
  const t = useTranslations("connectorForms");
  const problems = useTranslations("problems");
  const { chosen, choose } = form;
  const clashes = meetsOthers && chosen.toolProfile !== "read_only";
  return (
    <ChoiceCards
      name="toolProfile"
      legend={t("toolProfile")}
      hint={t("toolProfileHint")}
      values={ToolProfile.options}
      textsOf={(profile) => ({
        label: t(`toolProfiles.${profile}.title`),
        text: t.rich(`toolProfiles.${profile}.text`, { code: (text) => <code className="font-mono">{text}</code> }),
      })}
      chosen={chosen.toolProfile}
      onChoose={choose("toolProfile")}
      error={clashes ? problems("profile_shared_room") : undefined}
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

export function SessionSection({ form: { chosen, choose } }: { form: ConnectorFormParts }) {
  const t = useTranslations("connectorForms");
  return (
    <ChoiceCards
      name="sessionStrategy"
      legend={t("sessionStrategy")}
      hint={t("sessionStrategyHint")}
      values={SessionStrategy.options}
      textsOf={(strategy) => ({
        label: t(`sessionStrategies.${strategy}.title`),
        text: (
          <>
            {t(`sessionStrategies.${strategy}.text`)}{" "}
            <code className="font-mono break-all">{EXAMPLE_KEYS[strategy]}</code>
          </>
        ),
      })}
      chosen={chosen.sessionStrategy}
      onChoose={choose("sessionStrategy")}
    />
  );
}
