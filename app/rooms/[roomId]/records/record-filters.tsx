"use client";

import { Search } from "lucide-react";
import Form from "next/form";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { Button } from "@/app/_ui/button";
import { Input, Select } from "@/app/_ui/input";
import type { RecordFilter } from "@/lib/records/filter";
import { RECORD_ORIGINS, RECORD_STATUSES } from "@/lib/records/record";

interface ChoiceProps {
  name: string;
  label: string;
  value: string;
  options: readonly (readonly [value: string, text: string])[];
}

function Choice({ name, label, value, options }: ChoiceProps) {
  return (
    <Select
      name={name}
      aria-label={label}
      defaultValue={value}
      onChange={(event) => event.currentTarget.form?.requestSubmit()}
      className="w-44 max-sm:min-w-32 max-sm:flex-1"
    >
      {options.map(([option, text]) => (
        <option key={option} value={option}>
          {text}
        </option>
      ))}
    </Select>
  );
}

/** A plain GET form: the filters live in the address. A chosen entry is sent at once where JavaScript runs. */
export function RecordFilters({ path, filter }: { path: string; filter: RecordFilter }) {
  const t = useTranslations("roomRecords");
  const { status, origin, text } = filter;
  return (
    <Form
      action={path}
      role="search"
      aria-label={t("filters.label")}
      className="mb-4 flex flex-wrap items-center gap-2"
      key={JSON.stringify(filter)}
    >
      <span className="relative min-w-44 flex-1">
        <Search aria-hidden className="pointer-events-none absolute top-2.5 left-2.5 size-4 text-ink-3" />
        <Input
          name="q"
          type="search"
          defaultValue={text}
          placeholder={t("filters.text")}
          aria-label={t("filters.text")}
          className="pl-8"
        />
      </span>
      <Choice
        name="status"
        label={t("filters.status")}
        value={status}
        options={[
          ["", t("filters.open")],
          ["all", t("filters.all")],
          ...RECORD_STATUSES.map((known) => [known, t(`statuses.${known}`)] as const),
        ]}
      />
      <Choice
        name="origin"
        label={t("filters.origin")}
        value={origin}
        options={[
          ["", t("filters.anyOrigin")],
          ...RECORD_ORIGINS.map((known) => [known, t(`origins.${known}`)] as const),
        ]}
      />
      <Button type="submit">{t("filters.apply")}</Button>
      {status || origin || text ? (
        <Link href={path} className="px-1 py-1 text-dense text-ink-2 underline underline-offset-4 hover:text-ink">
          {t("filters.clear")}
        </Link>
      ) : null}
    </Form>
  );
}
