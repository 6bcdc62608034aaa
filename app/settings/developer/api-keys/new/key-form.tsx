"use client";

import { Lock, MessagesSquare } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { KEYS_PATH, keysPath } from "@/app/_links";
import { useIsBrowser } from "@/app/_ui/controls/use-is-browser";
import { ActionForm, FormButtons } from "@/app/_ui/form/action-form";
import { ChoiceCard } from "@/app/_ui/form/choice-cards";
import { FieldError, FieldGroup, SelectField, TextField } from "@/app/_ui/form/field";
import { Input, Radio } from "@/app/_ui/form/input";
import { useFieldError, useForm } from "@/app/_ui/form/use-form";
import { ScopeMatrix } from "@/app/_ui/shown/scope-matrix";
import type { Scope } from "@/lib/access/scopes";
import { EXPIRY_CHOICES, KEY_NAME_MAX_LENGTH, PRESET_NAMES, PRESETS } from "@/lib/api-keys/choices";
import { type EndpointSummary, listKeyScopes, listReachable, type OwnerKind } from "@/lib/api-keys/reach";
import type { KeyRooms } from "@/lib/rooms/queries";
import { issue, type KeyFormValues } from "../actions";
import { EndpointList } from "../endpoint-list";
import { NetworksField } from "../networks-field";
import { RevealKey } from "../reveal-key";

export interface KeyOwner {
  id: string;
  kind: OwnerKind;
  name: string;
  rooms: KeyRooms;
}

interface KeyFormProps {
  owners: readonly KeyOwner[];
  start: Pick<KeyFormValues, "owner" | "scopes">;
  endpoints: readonly EndpointSummary[];
  baseUrl: string;
  tomorrow: string;
  address: string | null;
}

const EMPTY = { name: "", expiry: "90", date: "", allowedNetworks: "" };

export function KeyForm({ owners, start: given, endpoints, baseUrl, tomorrow, address }: KeyFormProps) {
  const t = useTranslations("keyForm");
  const form = useForm(issue);
  const [start] = useState<KeyFormValues>(form.values ?? { ...EMPTY, ...given });
  const [ownerId, setOwnerId] = useState(start.owner);
  const [wanted, setWanted] = useState<ReadonlySet<string>>(new Set(start.scopes));
  const owner = owners.find(({ id }) => id === ownerId) ?? owners[0];
  if (form.state.kind === "issued") {
    const { issued } = form.state;
    return (
      <RevealKey
        issued={issued}
        endpoints={endpoints}
        baseUrl={baseUrl}
        title={t("issuedTitle", { name: issued.name })}
        href={keysPath(issued.ownerId)}
      />
    );
  }
  if (!owner) return null;
  const offered = listKeyScopes(endpoints, owner.kind);
  const scopes = offered.filter((scope) => wanted.has(scope));
  return (
    <ActionForm
      form={form}
      failed={t("failed", { count: form.problems.length })}
      noValidate
      className="grid items-start gap-x-10 gap-y-6 lg:grid-cols-[minmax(0,1fr)_19rem]"
    >
      <div className="divide-y divide-line -mt-6 [&>*]:py-6">
        <div className="grid items-start gap-5 sm:grid-cols-2">
          <TextField
            name="name"
            label={t("name")}
            maxLength={KEY_NAME_MAX_LENGTH * 2}
            defaultValue={start.name}
            placeholder={t("namePlaceholder")}
          />
          <SelectField
            name="owner"
            label={t("owner")}
            hint={t(owners.some(({ kind }) => kind === "organization") ? "ownerHint" : "ownerHintAlone")}
            value={owner.id}
            onChange={(event) => setOwnerId(event.currentTarget.value)}
          >
            {owners.map(({ id, kind, name }) => (
              <option key={id} value={id}>
                {kind === "user" ? t("personal") : name}
              </option>
            ))}
          </SelectField>
        </div>
        <ScopeChoice offered={offered} scopes={new Set(scopes)} onChange={setWanted} />
        <ExpiryField initial={start} tomorrow={tomorrow} />
        <div>
          <NetworksField address={address} defaultValue={start.allowedNetworks} />
        </div>
        <FormButtons submit={t("submit")} cancelHref={KEYS_PATH} />
      </div>
      <ReachPanel endpoints={listReachable(endpoints, scopes, owner.kind)} owner={owner} />
    </ActionForm>
  );
}

interface ScopeChoiceProps {
  offered: readonly Scope[];
  scopes: ReadonlySet<string>;
  onChange: (scopes: ReadonlySet<string>) => void;
}

function ScopeChoice({ offered, scopes, onChange }: ScopeChoiceProps) {
  const t = useTranslations("keyForm");
  const current = PRESET_NAMES.find((name) => {
    const preset = offered.filter((scope) => (PRESETS[name] as readonly Scope[]).includes(scope));
    return preset.length === scopes.size && preset.every((scope) => scopes.has(scope));
  });
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
        <ScopeMatrix offered={offered} chosen={scopes} onToggle={toggle} />
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
  owner: KeyOwner;
}

function ReachPanel({ endpoints, owner: { kind, name, rooms } }: ReachPanelProps) {
  const t = useTranslations("keyForm.reach");
  const more = rooms.total - rooms.newest.length;
  return (
    <aside aria-label={t("label")} className="card h-fit divide-y divide-line lg:sticky lg:top-9">
      <section className="grid gap-2 px-4 py-3">
        <h2 className="font-semibold">
          <span role="status">{t("rooms", { count: rooms.total })}</span>
        </h2>
        <p className="text-dense text-ink-2">{t(`sees.${kind}`, { name })}</p>
        {rooms.total > 0 ? (
          <ul className="grid gap-1 text-dense">
            {rooms.newest.map((room) => (
              <li key={room.id} className="flex min-w-0 items-center gap-2">
                <MessagesSquare aria-hidden className="size-3.5 shrink-0 text-ink-3" />
                <span className="truncate">{room.name}</span>
              </li>
            ))}
            {more > 0 ? <li className="text-ink-3">{t("moreRooms", { count: more })}</li> : null}
          </ul>
        ) : null}
      </section>
      <section className="grid gap-2 px-4 py-3">
        <h2 className="font-semibold">
          <span role="status">{t("count", { count: endpoints.length })}</span>
        </h2>
        {endpoints.length > 0 ? <EndpointList endpoints={endpoints} className="gap-1.5" /> : null}
      </section>
      <p className="flex gap-2.5 px-4 py-3 text-dense text-ink-2">
        <Lock aria-hidden className="mt-0.5 size-4 shrink-0 text-ink-3" />
        {t("noWrites")}
      </p>
    </aside>
  );
}
