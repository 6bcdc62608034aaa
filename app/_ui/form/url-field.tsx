"use client";

import { LoaderCircle } from "lucide-react";
import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from "react";
import { Input } from "../input";
import { Field } from "./field";

const QUIET_MS = 500;

/** An incomplete URL is not an error yet. */
export function isCompleteUrl(text: string): boolean {
  return /^[a-z][a-z0-9+.-]*:\/\/[^/\s]{2,}/i.test(text);
}

/**
 * Asks the server, which alone can resolve a host name, after a pause in typing. Null until there is a response for
 * exactly this URL; an incomplete one is asked about once it is entered, when the field is left. `check` stays the same function, and says itself what a lost response means.
 */
export function useTypedCheck<Response>(
  url: string,
  check: (url: string) => Promise<Response | null>,
  isEntered = false,
) {
  const [answered, setAnswered] = useState<{ url: string; response: Response } | null>(null);
  const latest = useRef("");
  useEffect(() => {
    latest.current = url;
    if (url === "" || !(isEntered || isCompleteUrl(url))) return;
    const ask = async () => {
      const response = await check(url);
      if (response !== null && latest.current === url) setAnswered({ url, response });
    };
    const timer = setTimeout(() => void ask(), QUIET_MS);
    return () => clearTimeout(timer);
  }, [url, check, isEntered]);
  return answered?.url === url ? answered.response : null;
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
  /** The icon of the server's response. */
  mark: ReactNode;
  /** Announced, and displayed where it says that the check is missing. */
  status: string;
  isStatusShown?: boolean;
}

export function UrlField({ name, label, hint, initial, onType, onLeave, error, mark, ...props }: UrlFieldProps) {
  const { isAsking, status, isStatusShown = false, ...limits } = props;
  return (
    <div>
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
            <span className="pointer-events-none absolute top-2.5 inset-e-2.5">
              {isAsking ? (
                <LoaderCircle aria-hidden className="size-4 animate-spin text-ink-3 motion-reduce:animate-none" />
              ) : (
                mark
              )}
            </span>
          </span>
        )}
      </Field>
      <p role="status" className={isStatusShown ? "mt-1 text-dense text-ink-2" : "sr-only"}>
        {status}
      </p>
    </div>
  );
}
