"use client";

import { FileUp, History, Lock, Sparkles } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ChangeEvent, useEffect, useState } from "react";
import { Button } from "@/app/_ui/controls/button";
import { Field } from "@/app/_ui/form/field";
import { Input } from "@/app/_ui/form/input";
import { readHeaders, verifyPasted } from "@/lib/webhooks/signing/verify";
import { findSchemes } from "@/lib/webhooks/signing/verify-schemes";
import { makeExample, type Sample } from "./make-example";
import { type Shown, VerdictPanel } from "./verdict-panel";

interface Fields {
  headers: string;
  body: string;
  secrets: string;
  /** Empty: this computer's clock. */
  now: string;
}

const EMPTY: Fields = { headers: "", body: "", secrets: "", now: "" };
const AREA = "control h-auto py-2 font-mono text-dense";

interface VerifyToolProps {
  sample: Sample;
  /** A delivery to begin with. Its secret is never given: only its reader has it. */
  given: Omit<Fields, "secrets"> | null;
}

/** No form, and no field has a name: there is nothing that could be sent. */
export function VerifyTool({ sample, given }: VerifyToolProps) {
  const t = useTranslations("webhookVerify");
  const [fields, setFields] = useState<Fields>({ ...EMPTY, ...given });
  const [file, setFile] = useState<{ name: string; bytes: Uint8Array<ArrayBuffer> } | null>(null);
  const shown = useVerdicts(fields, file?.bytes ?? null);
  const set = (name: keyof Fields) => (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => {
    const { value } = event.currentTarget;
    if (name === "body") setFile(null);
    setFields((before) => ({ ...before, [name]: value }));
  };
  const fill = (next: Fields) => {
    setFile(null);
    setFields(next);
  };
  const typedBody = file ? "" : fields.body;
  const plain = { autoComplete: "off", autoCapitalize: "none", spellCheck: false } as const;
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem] noscript:hidden">
      <section aria-label={t("input")} className="grid min-w-0 grid-cols-1 gap-5">
        <p className="flex items-start gap-2 text-dense text-ink-2">
          <Lock aria-hidden className="mt-0.5 size-4 shrink-0 text-good" />
          {t("private")}
        </p>
        <Field id="headers" label={t("headers")} hint={t("headersHint")}>
          {(aria) => (
            <textarea {...aria} {...plain} rows={5} className={AREA} value={fields.headers} onChange={set("headers")} />
          )}
        </Field>
        <Field
          id="body"
          label={t("body")}
          hint={file ? t("fromFile", { name: file.name, size: file.bytes.length }) : t("bodyHint")}
          aside={<FileButton onFile={setFile} />}
        >
          {(aria) => (
            <textarea {...aria} {...plain} rows={6} className={AREA} value={typedBody} onChange={set("body")} />
          )}
        </Field>
        <Field id="secrets" label={t("secret")} hint={t("secretHint")}>
          {(aria) => (
            <textarea {...aria} {...plain} rows={2} className={AREA} value={fields.secrets} onChange={set("secrets")} />
          )}
        </Field>
        <Field
          id="now"
          label={t("now")}
          hint={t("nowHint")}
          aside={
            <ClockButton
              staleAt={findStaleTimestamp(shown)}
              onUse={(now) => setFields((before) => ({ ...before, now }))}
            />
          }
        >
          {(aria) => (
            <Input
              {...aria}
              {...plain}
              inputMode="numeric"
              placeholder={t("nowPlaceholder")}
              value={fields.now}
              onChange={set("now")}
              className="max-w-64 font-mono text-dense"
            />
          )}
        </Field>
        <div className="flex flex-wrap gap-2">
          <Button onClick={() => void makeExample(sample).then((example) => fill({ ...EMPTY, ...example }))}>
            <Sparkles aria-hidden />
            {t("example")}
          </Button>
          <Button look="quiet" onClick={() => fill(EMPTY)}>
            {t("clear")}
          </Button>
        </div>
      </section>
      <VerdictPanel shown={shown} />
    </div>
  );
}

function FileButton({ onFile }: { onFile: (file: { name: string; bytes: Uint8Array<ArrayBuffer> }) => void }) {
  const t = useTranslations("webhookVerify");
  return (
    <label className="flex min-h-6 items-center gap-1.5 rounded-control text-dense text-ink-2 has-focus-visible:outline-2 has-focus-visible:outline-accent hover:text-ink">
      <FileUp aria-hidden className="size-4" />
      {t("file")}
      <input
        type="file"
        className="sr-only"
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          if (file)
            void file.arrayBuffer().then((buffer) => onFile({ name: file.name, bytes: new Uint8Array(buffer) }));
          event.currentTarget.value = "";
        }}
      />
    </label>
  );
}

/** The timestamp of a delivery that the clock refuses. */
function findStaleTimestamp(shown: Shown): string | null {
  if (shown === null || shown === "unavailable") return null;
  const stale = shown.find(({ steps }) => steps.some(({ name, state }) => name === "window" && state === "failed"));
  const timestamp = stale?.steps.find(({ name }) => name === "timestamp")?.values["timestamp"];
  return timestamp === undefined ? null : String(timestamp);
}

/** Its place stays, so that nothing moves when it is needed. */
function ClockButton({ staleAt, onUse }: { staleAt: string | null; onUse: (timestamp: string) => void }) {
  const t = useTranslations("webhookVerify");
  return (
    <span className="min-h-6">
      {staleAt === null ? null : (
        <button
          type="button"
          onClick={() => {
            onUse(staleAt);
            // The button goes, and the focus would go with it.
            document.getElementById("now")?.focus();
          }}
          className="flex min-h-6 items-center gap-1.5 rounded-control text-dense text-ink-2 hover:text-ink"
        >
          <History aria-hidden className="size-4" />
          {t("useTimestamp")}
        </button>
      )}
    </span>
  );
}

function useVerdicts({ headers, body, secrets, now }: Fields, bytes: Uint8Array<ArrayBuffer> | null): Shown {
  const [verdicts, setVerdicts] = useState<Shown>(null);
  useEffect(() => {
    let isCurrent = true;
    const show = (shown: Shown) => (isCurrent ? setVerdicts(shown) : undefined);
    const timer = setTimeout(() => {
      if (headers.trim() === "") return show(null);
      if (!("subtle" in crypto)) return show("unavailable");
      const nowSeconds = /^\d+$/.test(now.trim()) ? Number(now.trim()) : Math.floor(Date.now() / 1000);
      const pasted = { headers, body: bytes ?? new TextEncoder().encode(body), secrets, nowSeconds };
      const schemes = findSchemes(readHeaders(headers));
      const judge = schemes.map(async (scheme) => ({ scheme: scheme.name, ...(await verifyPasted(pasted, scheme)) }));
      void Promise.all(judge).then(show);
    }, 200);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [headers, body, secrets, now, bytes]);
  return verdicts;
}
