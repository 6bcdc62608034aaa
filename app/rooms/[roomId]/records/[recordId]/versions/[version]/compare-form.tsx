"use client";

import Form from "next/form";
import { useTranslations } from "next-intl";
import { Button } from "@/app/_ui/button";
import { Select } from "@/app/_ui/input";

interface CompareFormProps {
  path: string;
  other: number;
  versions: readonly number[];
}

export function CompareForm({ path, other, versions }: CompareFormProps) {
  const t = useTranslations("roomRecords");
  return (
    <Form action={path} className="flex flex-wrap items-center gap-2" key={other}>
      <Select
        name="with"
        aria-label={t("versions.with")}
        defaultValue={other}
        onChange={(event) => event.currentTarget.form?.requestSubmit()}
        className="w-44"
      >
        {versions.map((version) => (
          <option key={version} value={version}>
            {t("versionNumber", { version })}
          </option>
        ))}
      </Select>
      <Button type="submit">{t("versions.compareAction")}</Button>
    </Form>
  );
}
