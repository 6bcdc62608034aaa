"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useActionState, useState } from "react";
import { ActionForm } from "@/app/_ui/action-form";
import { LinkButton } from "@/app/_ui/button";
import { ErrorSummary } from "@/app/_ui/error-summary";
import { Field, FieldError } from "@/app/_ui/field";
import { Input, Radio, Select } from "@/app/_ui/input";
import { ScopeMatrix } from "@/app/_ui/scope-matrix";
import { SubmitButton } from "@/app/_ui/submit-button";
import { KEY_NAME_MAX_LENGTH, PRESET_NAMES, PRESETS } from "@/lib/api-keys/api-key";
import type { EndpointSummary } from "@/lib/api-keys/reach";
import { type IssueState, issue, type KeyFormValues } from "../actions";
import { RevealKey } from "../reveal-key";
import { ExpiryField } from "./expiry-field";
import { ReachPanel } from "./reach-panel";

export interface KeyFormOwner {
  id: string;
  kind: "user" | "organization";
  name: string;
}

interface KeyFormProps {
  owners: readonly KeyFormOwner[];
  endpoints: readonly EndpointSummary[];
  baseUrl: string;
  tomorrow: string;
}

const PATH = "/settings/developer/api-keys";
const IDLE: IssueState = { kind: "idle" };

export function KeyForm({ owners, endpoints, baseUrl, tomorrow }: KeyFormProps) {
  const t = useTranslations("keyForm");
  const router = useRouter();
  const [state, action, isPending] = useActionState(issue, IDLE);
  const [start] = useState<KeyFormValues>(
    state.kind === "invalid"
      ? state.values
      : { name: "", owner: owners[0]?.id ?? "", scopes: [...PRESETS.basics], expiry: "90", date: "" },
  );
  const [ownerId, setOwnerId] = useState(start.owner);
  const [scopes, setScopes] = useState<ReadonlySet<string>>(new Set(start.scopes));
  const problems =
    state.kind === "invalid"
      ? state.problems.map(({ field, reason }) => ({ field, message: t(`problems.${reason}`) }))
      : [];
  const findError = (field: string) => problems.find((problem) => problem.field === field)?.message;
  if (state.kind === "issued") {
    return (
      <RevealKey
        issued={state.issued}
        endpoints={endpoints}
        baseUrl={baseUrl}
        title={t("issuedTitle", { name: state.issued.name })}
        onDone={() => router.push(PATH)}
      />
    );
  }
  return (
    <ActionForm action={action} noValidate className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_19rem]">
      <div className="card divide-y divide-line [&>*]:p-5">
        {problems.length > 0 ? (
          <div>
            <ErrorSummary answer={state} title={t("failed", { count: problems.length })} problems={problems} />
          </div>
        ) : null}
        <div className="grid items-start gap-5 sm:grid-cols-2">
          <Field id="name" label={t("name")} hint={t("nameHint")} error={findError("name")}>
            {(aria) => (
              <Input
                {...aria}
                name="name"
                autoComplete="off"
                maxLength={KEY_NAME_MAX_LENGTH * 2}
                defaultValue={start.name}
                placeholder={t("namePlaceholder")}
              />
            )}
          </Field>
          <Field id="owner" label={t("owner")} hint={t("ownerHint")} error={findError("owner")}>
            {(aria) => (
              <Select
                {...aria}
                name="owner"
                value={ownerId}
                onChange={(event) => setOwnerId(event.currentTarget.value)}
              >
                {owners.map(({ id, kind, name }) => (
                  <option key={id} value={id}>
                    {kind === "user" ? t("ownerMe", { name }) : name}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        </div>
        <ScopeChoice scopes={scopes} onChange={setScopes} error={findError("scopes")} />
        <ExpiryField initial={start} tomorrow={tomorrow} error={findError("expiresAt")} />
        <div className="flex flex-wrap gap-2">
          <SubmitButton isPending={isPending}>{t("submit")}</SubmitButton>
          <LinkButton look="quiet" href={PATH}>
            {t("cancel")}
          </LinkButton>
        </div>
      </div>
      <ReachPanel
        endpoints={endpoints}
        scopes={scopes}
        ownerKind={owners.find(({ id }) => id === ownerId)?.kind ?? "user"}
      />
    </ActionForm>
  );
}

interface ScopeChoiceProps {
  scopes: ReadonlySet<string>;
  onChange: (scopes: ReadonlySet<string>) => void;
  error: string | undefined;
}

/** The preset is whatever the boxes say; none of them is "custom". */
function ScopeChoice({ scopes, onChange, error }: ScopeChoiceProps) {
  const t = useTranslations("keyForm");
  const current = PRESET_NAMES.find(
    (name) => PRESETS[name].length === scopes.size && PRESETS[name].every((scope) => scopes.has(scope)),
  );
  const toggle = (scope: string, isOn: boolean) =>
    onChange(new Set(isOn ? [...scopes, scope] : [...scopes].filter((other) => other !== scope)));
  return (
    <fieldset>
      <legend className="float-left mb-3 text-dense font-medium">{t("permissions")}</legend>
      <div className="clear-left grid gap-2 sm:grid-cols-2">
        {PRESET_NAMES.map((name) => (
          <PresetOption
            key={name}
            value={name}
            title={t(`presets.${name}.title`)}
            text={t(`presets.${name}.text`)}
            isChosen={current === name}
            onChoose={() => onChange(new Set(PRESETS[name]))}
          />
        ))}
        <PresetOption
          value="custom"
          title={t("presets.custom.title")}
          text={t("presets.custom.text")}
          isChosen={current === undefined}
          onChoose={() => onChange(new Set())}
        />
      </div>
      <div className="mt-3 empty:hidden">
        <FieldError id="scopes" error={error} />
      </div>
      <ScopeMatrix chosen={scopes} onToggle={toggle} describedBy={error ? "scopes-error" : undefined} />
    </fieldset>
  );
}

interface PresetOptionProps {
  value: string;
  title: string;
  text: string;
  isChosen: boolean;
  onChoose: () => void;
}

function PresetOption({ value, title, text, isChosen, onChoose }: PresetOptionProps) {
  return (
    <label className="flex gap-2.5 rounded-control border border-line p-3 transition-colors hover:border-line-strong has-checked:border-accent has-checked:bg-accent-soft/50">
      <Radio name="preset" value={value} checked={isChosen} onChange={onChoose} className="mt-0.5" />
      <span>
        <span className="block text-dense font-medium">{title}</span>
        <span className="block text-xs text-ink-2">{text}</span>
      </span>
    </label>
  );
}
