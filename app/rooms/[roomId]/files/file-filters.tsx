"use client";

import Form from "next/form";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { Button } from "@/app/_ui/button";
import { Select } from "@/app/_ui/input";
import { FILE_KINDS, FILE_SOURCES, type FileFilter } from "@/lib/files/workspace";

/** A plain GET form: the filter lives in the address. A chosen entry is sent at once where JavaScript runs. */
export function FileFilters({ path, filter, isDirect }: { path: string; filter: FileFilter; isDirect: boolean }) {
  const t = useTranslations("files.filters");
  const isFiltered = filter.source !== "" || filter.kind !== "";
  return (
    <Form
      action={path}
      role="search"
      aria-label={t("label")}
      className="mb-4 flex flex-wrap items-center gap-2"
      key={JSON.stringify(filter)}
    >
      <Select
        name="kind"
        aria-label={t("kind")}
        defaultValue={filter.kind}
        onChange={(event) => event.currentTarget.form?.requestSubmit()}
        className="w-48"
      >
        <option value="">{t("anyKind")}</option>
        {FILE_KINDS.map((kind) => (
          <option key={kind} value={kind}>
            {t(`kinds.${kind}`)}
          </option>
        ))}
      </Select>
      {isDirect ? null : (
        <Select
          name="source"
          aria-label={t("source")}
          defaultValue={filter.source}
          onChange={(event) => event.currentTarget.form?.requestSubmit()}
          className="w-40"
        >
          <option value="">{t("anySource")}</option>
          {FILE_SOURCES.map((source) => (
            <option key={source} value={source}>
              {t(`sources.${source}`)}
            </option>
          ))}
        </Select>
      )}
      <Button type="submit">{t("apply")}</Button>
      {isFiltered ? (
        <Link href={path} className="px-1 py-1 text-dense text-ink-2 underline underline-offset-4 hover:text-ink">
          {t("clear")}
        </Link>
      ) : null}
    </Form>
  );
}
