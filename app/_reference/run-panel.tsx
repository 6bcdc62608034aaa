"use client";

import { Eye, EyeOff, Send, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { type FormEvent, useRef, useState } from "react";
import { Button } from "@/app/_ui/button";
import { CodeBlock } from "@/app/_ui/code-block";
import { Field } from "@/app/_ui/form/field";
import { Input } from "@/app/_ui/input";
import { useIsBrowser } from "@/app/_ui/use-is-browser";
import { type CallShape, writeCurl } from "@/lib/surface/call-request";
import type { RunField } from "./run-fields";
import { RunInput } from "./run-input";
import { RunResult } from "./run-result";
import { keyOf, type RunTexts, readValues } from "./run-values";
import { type RunResponse, sendRun } from "./send-run";
import { keepTabItem, useTabItem } from "./use-tab-item";

/** Of this tab alone, until it is closed or forgotten. */
const STORAGE_KEYS = { key: "svc.reference.key", token: "svc.reference.token" } as const;

interface RunPanelProps {
  shape: CallShape;
  fields: readonly RunField[];
  baseUrl: string;
  /** The remedy for each code of the operation. */
  advice: Readonly<Record<string, string>>;
}

type Outcome = { kind: "none" | "sending" | "failed" | "forgotten" } | { kind: "answered"; response: RunResponse };

/** No input has a name, so a form that is sent without JavaScript carries nothing away. */
export function RunPanel({ shape, fields, baseUrl, advice }: RunPanelProps) {
  const t = useTranslations("reference.run");
  const isBrowser = useIsBrowser();
  const [texts, setTexts] = useState<RunTexts>(() =>
    Object.fromEntries(fields.map((field) => [keyOf(field), field.initial])),
  );
  const [outcome, setOutcome] = useState<Outcome>({ kind: "none" });
  const storageKey = STORAGE_KEYS[shape.kind === "write" ? "token" : "key"];
  const credential = useTabItem(storageKey);
  const running = useRef<AbortController>(null);
  const values = readValues(fields, texts);

  async function send(event: FormEvent) {
    event.preventDefault();
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    setOutcome({ kind: "sending" });
    try {
      const response = await sendRun(shape, values, credential.trim(), controller.signal);
      setOutcome({ kind: "answered", response });
    } catch {
      if (!controller.signal.aborted) setOutcome({ kind: "failed" });
    }
  }

  function forget() {
    for (const name of Object.values(STORAGE_KEYS)) keepTabItem(name, "");
    setOutcome({ kind: "forgotten" });
  }

  return (
    <div className="card grid min-w-0 grid-cols-1 gap-5 p-4 sm:p-5">
      <form onSubmit={(event) => void send(event)} autoComplete="off" className="grid grid-cols-1 gap-4">
        <CredentialField
          kind={shape.kind}
          value={credential}
          onChange={(text) => keepTabItem(storageKey, text)}
          onForget={forget}
        />
        {fields.map((field) => (
          <RunInput
            key={keyOf(field)}
            field={field}
            value={texts[keyOf(field)] ?? ""}
            onChange={(text) => setTexts((before) => ({ ...before, [keyOf(field)]: text }))}
          />
        ))}
        <div>
          <Button type="submit" look="primary" disabled={!isBrowser}>
            <Send aria-hidden />
            {t("send", { method: shape.method })}
          </Button>
        </div>
      </form>
      <CodeBlock label={t("asCurl")} code={writeCurl(shape, values, baseUrl)} wraps />
      <p role="status" className={outcome.kind === "failed" ? "text-dense text-bad" : "text-dense text-ink-2"}>
        {outcome.kind === "answered"
          ? t("answered", { status: outcome.response.status, duration: outcome.response.durationMs })
          : t(outcome.kind)}
      </p>
      {outcome.kind === "answered" ? <RunResult response={outcome.response} advice={advice} /> : null}
    </div>
  );
}

interface CredentialFieldProps {
  kind: CallShape["kind"];
  value: string;
  onChange: (credential: string) => void;
  onForget: () => void;
}

function CredentialField({ kind, value, onChange, onForget }: CredentialFieldProps) {
  const t = useTranslations("reference.run");
  const [isShown, setShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <Field id="credential" label={t(kind === "write" ? "token" : "key")} hint={t("kept")}>
      {(aria) => (
        <div className="flex flex-wrap gap-2">
          <Input
            {...aria}
            type={isShown ? "text" : "password"}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            required
            value={value}
            onChange={(event) => onChange(event.currentTarget.value)}
            className="min-w-0 flex-1 basis-48 font-mono text-dense"
          />
          <Button
            size="icon"
            className="size-9"
            aria-pressed={isShown}
            aria-label={t("show")}
            onClick={() => setShown(!isShown)}
          >
            <Icon aria-hidden />
          </Button>
          <Button onClick={onForget}>
            <Trash2 aria-hidden />
            {t("forget")}
          </Button>
        </div>
      )}
    </Field>
  );
}
