"use client";

import { Plus, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { Button } from "@/app/_ui/controls/button";
import { useIsBrowser } from "@/app/_ui/controls/use-is-browser";
import { ErrorText } from "@/app/_ui/form/field";
import { Input } from "@/app/_ui/form/input";
import type { Problem } from "@/app/_ui/form/problems";
import { WEBHOOK_CUSTOM_HEADERS_MAX } from "@/lib/platform/limits";
import { refuseHeaderName } from "@/lib/webhooks/settings/header-name";
import type { HeaderRow } from "./form-values";

interface Row extends HeaderRow {
  key: number;
}

interface HeaderRowsProps {
  initial: readonly HeaderRow[];
  problems: readonly Problem[];
}

/** No row can be added without JavaScript, so some are spare. */
const SPARE_ROWS: readonly Row[] = [-1, -2, -3].map((key) => ({ key, name: "", value: "" }));

export function HeaderRows({ initial, problems }: HeaderRowsProps) {
  const t = useTranslations("webhookForms");
  const isBrowser = useIsBrowser();
  const next = useRef(initial.length);
  const [rows, setRows] = useState<readonly Row[]>(() => initial.map((row, key) => ({ ...row, key })));
  const add = () => {
    setRows([...rows, { key: next.current, name: "", value: "" }]);
    next.current += 1;
  };
  const findError = (header: string) => problems.find(({ item }) => item === header)?.message;
  return (
    <fieldset className="min-w-0" aria-describedby="headers-hint">
      <legend className="float-start mb-1 text-dense font-medium">{t("headers")}</legend>
      <p id="headers-hint" className="clear-start text-dense text-ink-3">
        {t("headersHint")}
      </p>
      <div id="customHeaders" tabIndex={-1} className="mt-3 grid gap-2">
        <ErrorText id="customHeaders" error={findError("")} />
        {rows.map((row, n) => (
          <HeaderRowFields
            key={row.key}
            row={row}
            number={n + 1}
            error={findError(row.name)}
            startsFocused={isBrowser && row.key >= initial.length}
            onRemove={isBrowser ? () => setRows(rows.filter(({ key }) => key !== row.key)) : null}
          />
        ))}
        <noscript>
          <div className="grid gap-2">
            {SPARE_ROWS.map((row, n) => (
              <HeaderRowFields key={row.key} row={row} number={rows.length + n + 1} />
            ))}
          </div>
        </noscript>
        {isBrowser && rows.length < WEBHOOK_CUSTOM_HEADERS_MAX ? (
          <Button size="small" className="justify-self-start" onClick={add}>
            <Plus aria-hidden />
            {t("addHeader")}
          </Button>
        ) : null}
      </div>
    </fieldset>
  );
}

interface HeaderRowFieldsProps {
  row: Row;
  number: number;
  error?: string | undefined;
  startsFocused?: boolean;
  onRemove?: (() => void) | null;
}

function HeaderRowFields({ row, number, error, startsFocused = false, onRemove }: HeaderRowFieldsProps) {
  const t = useTranslations("webhookForms");
  const problems = useTranslations("problems");
  const [name, setName] = useState(row.name);
  const refusal = name.trim() === "" ? null : refuseHeaderName(name.trim());
  const id = `header-${row.key}`;
  const shown = refusal ? problems(refusal) : name === row.name ? error : undefined;
  const aria = shown ? { "aria-invalid": true as const, "aria-describedby": `${id}-error` } : {};
  return (
    <div className="grid gap-1.5">
      <div className="flex gap-2">
        <span className="grid min-w-0 flex-1 gap-2 sm:grid-cols-[2fr_3fr]">
          <Input
            {...aria}
            id={id}
            name="headerName"
            aria-label={t("headerName", { number })}
            placeholder="Authorization"
            defaultValue={row.name}
            // A row just added is the next thing to fill in.
            autoFocus={startsFocused}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            onChange={(event) => setName(event.currentTarget.value)}
            className="font-mono text-dense"
          />
          <Input
            name="headerValue"
            aria-label={t("headerValue", { number })}
            placeholder={t("headerValuePlaceholder")}
            defaultValue={row.value}
            autoComplete="off"
            spellCheck={false}
            className="font-mono text-dense"
          />
        </span>
        {onRemove ? (
          <Button look="quiet" size="icon" onClick={onRemove} aria-label={t("removeHeader", { number })}>
            <Trash2 aria-hidden />
          </Button>
        ) : null}
      </div>
      <ErrorText id={id} error={shown} />
    </div>
  );
}
