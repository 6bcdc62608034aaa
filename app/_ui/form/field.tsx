"use client";

import { CircleAlert } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { Checkbox, Input, Select } from "./input";
import { useFieldError, useKeptText } from "./use-form";

export interface FieldAria {
  id: string;
  "aria-describedby"?: string;
  "aria-invalid"?: true;
}

interface FieldProps {
  /** Also the name by which the action refuses it. */
  id: string;
  label: ReactNode;
  hint?: ReactNode;
  /** Shown next to the label, for instance a link. */
  aside?: ReactNode;
  error?: string | undefined;
  children: (aria: FieldAria) => ReactNode;
}

export function Field({ id, label, hint, aside, error, children }: FieldProps) {
  const refused = useFieldError(id);
  const problem = error ?? refused;
  const describedBy = [hint ? `${id}-hint` : "", problem ? `${id}-error` : ""].filter(Boolean).join(" ");
  return (
    <div className="grid gap-1.5">
      <div className="flex items-baseline justify-between gap-4">
        <label htmlFor={id} className="text-dense font-medium">
          {label}
        </label>
        {aside}
      </div>
      {children({
        id,
        ...(describedBy ? { "aria-describedby": describedBy } : {}),
        ...(problem ? { "aria-invalid": true } : {}),
      })}
      <ErrorText id={id} error={problem} />
      {hint ? (
        <p id={`${id}-hint`} className="text-dense text-ink-3">
          {hint}
        </p>
      ) : null}
    </div>
  );
}

type Described = Pick<FieldProps, "label" | "hint">;

/** A field of one line, refused by its name. */
export function TextField({ label, hint, ...props }: ComponentProps<"input"> & { name: string } & Described) {
  const kept = useKeptText(props);
  return (
    <Field id={props.name} label={label} hint={hint}>
      {(aria) => <Input {...aria} autoComplete="off" {...kept} />}
    </Field>
  );
}

export function SelectField({ label, hint, ...props }: ComponentProps<"select"> & { name: string } & Described) {
  const kept = useKeptText(props);
  return (
    <Field id={props.name} label={label} hint={hint}>
      {(aria) => <Select {...aria} {...kept} />}
    </Field>
  );
}

export function TextArea({ label, hint, ...props }: ComponentProps<"textarea"> & { name: string } & Described) {
  const kept = useKeptText(props);
  return (
    <Field id={props.name} label={label} hint={hint}>
      {(aria) => <textarea {...aria} className="control h-auto py-2" {...kept} />}
    </Field>
  );
}

export function CheckField({ label, hint, ...props }: ComponentProps<typeof Checkbox> & { name: string } & Described) {
  return (
    <label className="flex items-start gap-3 rounded-control border border-line p-3">
      <Checkbox {...props} aria-describedby={`${props.name}-hint`} className="mt-0.5" />
      <span className="min-w-0">
        <span className="block text-dense font-medium">{label}</span>
        <span id={`${props.name}-hint`} className="mt-0.5 block text-dense text-ink-2">
          {hint}
        </span>
      </span>
    </label>
  );
}

type FieldGroupProps = Omit<FieldProps, "label" | "aside" | "children"> & { legend: string; children: ReactNode };

/** Several inputs under one legend, refused as one field. */
export function FieldGroup({ id, legend, hint, error, children }: FieldGroupProps) {
  const refused = useFieldError(id);
  const problem = error ?? refused;
  return (
    <fieldset
      id={id}
      tabIndex={-1}
      className="grid min-w-0 gap-2 outline-none"
      {...(problem ? { "aria-describedby": `${id}-error` } : {})}
    >
      <legend className="mb-2 text-dense font-medium">{legend}</legend>
      {hint ? <p className="text-dense text-ink-2 text-pretty">{hint}</p> : null}
      <ErrorText id={id} error={problem} />
      {children}
    </fieldset>
  );
}

/** The action's refusal at this id. */
export function FieldError({ id }: { id: string }) {
  return <ErrorText id={id} error={useFieldError(id)} />;
}

export function ErrorText({ id, error }: { id: string; error: string | undefined }) {
  if (!error) return null;
  return (
    <p id={`${id}-error`} className="flex items-start gap-1.5 text-dense text-bad">
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      {error}
    </p>
  );
}
