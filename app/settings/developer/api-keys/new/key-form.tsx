"use client";

import { Lock } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ActionForm, FormButtons } from "@/app/_ui/form/action-form";
import { ChoiceCard } from "@/app/_ui/form/choice-card";
import { FieldError, FieldGroup, SelectField, TextField } from "@/app/_ui/form/field";
import { useFieldError, useForm } from "@/app/_ui/form/use-form";
import { Input, Radio } from "@/app/_ui/input";
import { ScopeMatrix } from "@/app/_ui/scope-matrix";
import { useIsBrowser } from "@/app/_ui/use-is-browser";
import { EXPIRY_CHOICES, KEY_NAME_MAX_LENGTH, PERSONAL_SCOPES, PRESET_NAMES, PRESETS } from "@/lib/api-keys/choices";
import { type EndpointSummary, listReachable, type OwnerKind } from "@/lib/api-keys/reach";
import { issue, type KeyFormValues } from "../actions";
import { EndpointList } from "../endpoint-list";
import { NetworksField } from "../networks-field";
import { KEYS_PATH } from "../paths";
import { RevealKey } from "../reveal-key";

interface KeyFormProps {
  owners: readonly { id: string; kind: OwnerKind; name: string }[];
  /** Chosen when the form opens. */
  start: Pick<KeyFormValues, "owner" | "scopes">;
  endpoints: readonly EndpointSummary[];
  baseUrl: string;
  tomorrow: string;
  /** The person's own. */
  address: string | null;
}

const EMPTY = { name: "", expiry: "90", date: "", allowedNetworks: "" };

export function KeyForm({ owners, start: given, endpoints, baseUrl, tomorrow, address }: KeyFormProps) {
  const t = useTranslations("keyForm");
  const form = useForm(issue);
  const [start] = useState<KeyFormValues>(form.values ?? { ...EMPTY, ...given });
  const [ownerId, setOwnerId] = useState(start.owner);
  const [scopes, setScopes] = useState<ReadonlySet<string>>(new Set(start.scopes));
  if (form.state.kind === "issued") {
    const { issued } = form.state;
    return (
      <RevealKey
        issued={issued}
        endpoints={endpoints}
        baseUrl={baseUrl}
        title={t("issuedTitle", { name: issued.name })}
        href={KEYS_PATH}
      />
    );
  }
  return (
    <ActionForm
      form={form}
      failed={t("failed", { count: form.problems.length })}
      noValidate
      className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_19rem]"
    >
      <div className="card divide-y divide-line [&>*]:p-5">
        <div className="grid items-start gap-5 sm:grid-cols-2">
          <TextField
            name="name"
            label={t("name")}
            hint={t("nameHint")}
            maxLength={KEY_NAME_MAX_LENGTH * 2}
            defaultValue={start.name}
            placeholder={t("namePlaceholder")}
          />
          <SelectField
            name="owner"
            label={t("owner")}
            hint={t("ownerHint")}
            value={ownerId}
            onChange={(event) => setOwnerId(event.currentTarget.value)}
          >
            {owners.map(({ id, kind, name }) => (
              <option key={id} value={id}>
                {kind === "user" ? t("ownerMe", { name }) : name}
              </option>
            ))}
          </SelectField>
        </div>
        <ScopeChoice scopes={scopes} onChange={setScopes} />
        <ExpiryField initial={start} tomorrow={tomorrow} />
        <div>
          <NetworksField address={address} defaultValue={start.allowedNetworks} />
        </div>
        <FormButtons submit={t("submit")} cancelHref={KEYS_PATH} />
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
}

/** The preset follows the boxes; any other choice is "custom". */
function ScopeChoice({ scopes, onChange }: ScopeChoiceProps) {
  const t = useTranslations("keyForm");
  const current = PRESET_NAMES.find(
    (name) => PRESETS[name].length === scopes.size && PRESETS[name].every((scope) => scopes.has(scope)),
  );
  const toggle = (changed: readonly string[], isOn: boolean) =>
    onChange(new Set(isOn ? [...scopes, ...changed] : [...scopes].filter((scope) => !changed.includes(scope))));
  return (
    <div>
      <FieldGroup id="scopes" legend={t("permissions")}>
        <div className="grid gap-2 sm:grid-cols-2">
          {[...PRESET_NAMES, "custom" as const].map((name) => (
            <ChoiceCard
              key={name}
              name="preset"
              value={name}
              label={t(`presets.${name}.title`)}
              text={t(`presets.${name}.text`)}
              checked={(current ?? "custom") === name}
              onChange={() => onChange(new Set(name === "custom" ? [] : PRESETS[name]))}
            />
          ))}
        </div>
        <ScopeMatrix chosen={scopes} onToggle={toggle} />
      </FieldGroup>
    </div>
  );
}

function ExpiryField({ initial, tomorrow }: { initial: KeyFormValues; tomorrow: string }) {
  const t = useTranslations("keyForm.expiry");
  const [choice, setChoice] = useState(initial.expiry);
  const error = useFieldError("expiresAt");
  const isBrowser = useIsBrowser();
  return (
    <fieldset>
      <legend className="float-start mb-3 text-dense font-medium">{t("legend")}</legend>
      <div id="expiresAt" tabIndex={-1} className="clear-start flex flex-wrap gap-x-5 gap-y-2">
        {EXPIRY_CHOICES.map((value) => (
          <label key={value} className="flex min-h-6 items-center gap-2 text-dense">
            <Radio name="expiry" value={value} checked={choice === value} onChange={() => setChoice(value)} />
            {t(value)}
          </label>
        ))}
      </div>
      {choice === "date" || !isBrowser ? (
        <label className="mt-3 grid max-w-52 gap-1.5 text-dense">
          <span className="text-ink-2">{t("dateLabel")}</span>
          <Input
            type="date"
            name="date"
            min={tomorrow}
            defaultValue={initial.date}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? "expiresAt-error" : undefined}
          />
        </label>
      ) : null}
      <div className="mt-3 grid gap-2 empty:hidden">
        <FieldError id="expiresAt" />
        {choice === "none" ? <p className="text-dense text-warn">{t("noneHint")}</p> : null}
      </div>
    </fieldset>
  );
}

interface ReachPanelProps {
  endpoints: readonly EndpointSummary[];
  scopes: ReadonlySet<string>;
  ownerKind: OwnerKind;
}

/** Lists the endpoints that the chosen scopes open. */
function ReachPanel({ endpoints, scopes, ownerKind }: ReachPanelProps) {
  const t = useTranslations("keyForm.reach");
  const reachable = listReachable(endpoints, [...scopes], ownerKind);
  const idle = PERSONAL_SCOPES.filter((scope) => scopes.has(scope));
  return (
    <aside aria-label={t("label")} className="card h-fit lg:sticky lg:top-9">
      <h2 className="border-b border-line px-4 py-3 font-semibold">
        <span role="status">{t("count", { count: reachable.length })}</span>
      </h2>
      {reachable.length > 0 ? (
        <EndpointList endpoints={reachable} className="gap-1.5 border-b border-line px-4 py-3" />
      ) : null}
      <div className="flex gap-2.5 px-4 py-3 text-dense text-ink-2">
        <Lock aria-hidden className="mt-0.5 size-4 shrink-0 text-ink-3" />
        <div className="grid gap-2">
          <p>{t("noWrites")}</p>
          {idle.length > 0 ? <p className="text-warn">{t("idle", { scopes: idle.join(", ") })}</p> : null}
          {ownerKind === "organization" && scopes.has("me:read") ? <p>{t("noMe")}</p> : null}
        </div>
      </div>
    </aside>
  );
}
