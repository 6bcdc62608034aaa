import { CircleAlert } from "lucide-react";
import type { ReactNode } from "react";

export interface FieldAria {
  id: string;
  "aria-describedby"?: string;
  "aria-invalid"?: true;
}

interface FieldProps {
  id: string;
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  /** Shown next to the label, for instance a link. */
  aside?: ReactNode;
  children: (aria: FieldAria) => ReactNode;
}

export function Field({ id, label, hint, error, aside, children }: FieldProps) {
  const describedBy = [hint ? `${id}-hint` : "", error ? `${id}-error` : ""].filter(Boolean).join(" ");
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
        ...(error ? { "aria-invalid": true } : {}),
      })}
      <FieldError id={id} error={error} />
      {hint ? (
        <p id={`${id}-hint`} className="text-dense text-ink-3">
          {hint}
        </p>
      ) : null}
    </div>
  );
}

export function FieldError({ id, error }: { id: string; error: string | undefined }) {
  if (!error) return null;
  return (
    <p id={`${id}-error`} className="flex items-start gap-1.5 text-dense text-bad">
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      {error}
    </p>
  );
}
