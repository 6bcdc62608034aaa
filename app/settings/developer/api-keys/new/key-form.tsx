"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ActionForm, FormButtons } from "@/app/_ui/form/action-form";
import { ChoiceCard } from "@/app/_ui/form/choice-card";
import { Field, FieldGroup, TextField } from "@/app/_ui/form/field";
import { useForm } from "@/app/_ui/form/use-form";
import { Select } from "@/app/_ui/input";
import { ScopeMatrix } from "@/app/_ui/scope-matrix";
import { KEY_NAME_MAX_LENGTH, PRESET_NAMES, PRESETS } from "@/lib/api-keys/api-key";
import type { EndpointSummary } from "@/lib/api-keys/reach";
import { issue, type KeyFormValues } from "../actions";
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

export function KeyForm({ owners, endpoints, baseUrl, tomorrow }: KeyFormProps) {
  const t = useTranslations("keyForm");
  const router = useRouter();
  const form = useForm(issue);
  const [start] = useState<KeyFormValues>(
    form.values ?? { name: "", owner: owners[0]?.id ?? "", scopes: [...PRESETS.basics], expiry: "90", date: "" },
  );
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
        onDone={() => router.push(PATH)}
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
          <Field id="owner" label={t("owner")} hint={t("ownerHint")}>
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
        <ScopeChoice scopes={scopes} onChange={setScopes} />
        <ExpiryField initial={start} tomorrow={tomorrow} />
        <FormButtons submit={t("submit")} cancelHref={PATH} />
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
  const toggle = (scope: string, isOn: boolean) =>
    onChange(new Set(isOn ? [...scopes, scope] : [...scopes].filter((other) => other !== scope)));
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
