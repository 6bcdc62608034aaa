"use client";

import { CircleCheck, LoaderCircle } from "lucide-react";
import { type ComponentProps, type ReactNode, useEffect, useState } from "react";
import { Field } from "./field";
import { Input } from "./input";

const QUIET_MS = 500;

function isCompleteUrl(text: string): boolean {
  return /^[a-z][a-z0-9+.-]*:\/\/[^/\s]{2,}/i.test(text);
}

/** `problem`: why the URL is refused, in the reader's language; null: nothing speaks against it. */
export interface UrlCheck {
  problem: string | null;
}
/** `unchecked`: too many were checked, or the response was lost. Sending the form checks the URL in any case. */
export type TypedCheck<Check extends UrlCheck = UrlCheck> = Check | "unchecked";

/**
 * Asks the server, which alone can resolve a host name, after a pause in typing. `checked` is null until there is a response
 * for exactly this URL from this `check`; an incomplete one is asked about once it is entered, when the field is left.
 * `check` stays the same function, unless it judges by something else.
 */
export function useTypedCheck<Check extends UrlCheck>(
  url: string,
  check: (url: string) => Promise<TypedCheck<Check>>,
  isEntered = false,
) {
  const [answered, setAnswered] = useState<{ url: string; check: typeof check; checked: TypedCheck<Check> } | null>(
    null,
  );
  const isReady = url !== "" && (isEntered || isCompleteUrl(url));
  useEffect(() => {
    if (!isReady) return;
    let isLatest = true;
    const keep = (checked: TypedCheck<Check>) => {
      if (isLatest) setAnswered({ url, check, checked });
    };
    const timer = setTimeout(() => void check(url).then(keep, () => keep("unchecked")), QUIET_MS);
    return () => {
      isLatest = false;
      clearTimeout(timer);
    };
  }, [url, check, isReady]);
  const checked = answered?.url === url && answered.check === check ? answered.checked : null;
  return { checked, isAsking: isReady && checked === null };
}

interface UrlFieldProps extends Pick<ComponentProps<"input">, "maxLength" | "placeholder"> {
  name: string;
  label: string;
  hint: string;
  initial: string;
  onType: (url: string) => void;
  onLeave?: () => void;
  error: string | undefined;
  isAsking: boolean;
  mark: ReactNode;
  /** Announced, and displayed where it says that the check is missing. */
  status: string;
  isStatusShown?: boolean;
}

export function UrlField({ name, label, hint, initial, onType, onLeave, error, mark, ...props }: UrlFieldProps) {
  const { isAsking, status, isStatusShown = false, ...limits } = props;
  const isStatusVisible = isStatusShown && status !== "";
  return (
    // A line of its own is free for the response: it comes while the reader goes on to what is below.
    <div className={isStatusVisible ? undefined : 'pb-6.5 has-[[id$="-error"]]:pb-0'}>
      <Field id={name} label={label} hint={hint} error={error}>
        {(aria) => (
          <span className="relative block">
            <Input
              {...aria}
              {...limits}
              name={name}
              type="url"
              inputMode="url"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              defaultValue={initial}
              onChange={(event) => onType(event.currentTarget.value)}
              onBlur={onLeave}
              className="pe-9 font-mono text-dense"
            />
            <span className="pointer-events-none absolute inset-y-0 inset-e-2.5 grid content-center">
              {isAsking ? (
                <LoaderCircle aria-hidden className="size-4 animate-spin text-ink-3 motion-reduce:animate-none" />
              ) : (
                mark
              )}
            </span>
          </span>
        )}
      </Field>
      <p role="status" className={isStatusVisible ? "mt-1.5 text-dense text-ink-2" : "sr-only"}>
        {status}
      </p>
    </div>
  );
}

interface TargetFieldProps {
  label: string;
  hint: string;
  placeholder: string;
  maxLength?: number;
  initial: string;
  /** Another function asks again. */
  check: (url: string) => Promise<TypedCheck>;
  words: { fine: string; unchecked: string };
}

/** The field `url`: where the service is to send. It is judged while it is typed, and nothing is sent to it. */
export function TargetField({ label, hint, placeholder, maxLength, initial, check, words }: TargetFieldProps) {
  const [typed, setTyped] = useState(initial);
  const [isEntered, setEntered] = useState(false);
  const url = typed.trim();
  const isTouched = url !== initial.trim();
  const { checked, isAsking } = useTypedCheck(isTouched ? url : "", check, isEntered);
  const isUnchecked = checked === "unchecked";
  const refusal = (isUnchecked ? null : checked?.problem) ?? undefined;
  return (
    <UrlField
      name="url"
      label={label}
      hint={hint}
      initial={initial}
      onType={(text) => {
        setTyped(text);
        setEntered(false);
      }}
      onLeave={() => setEntered(true)}
      maxLength={maxLength}
      placeholder={placeholder}
      error={isTouched ? (refusal ?? "") : undefined}
      isAsking={isAsking}
      mark={checked && !isUnchecked && !refusal ? <CircleCheck aria-hidden className="size-4 text-good" /> : null}
      status={checked === null ? "" : (refusal ?? (isUnchecked ? words.unchecked : words.fine))}
      isStatusShown={!refusal}
    />
  );
}
