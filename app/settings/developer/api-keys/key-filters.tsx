"use client";

import { Search } from "lucide-react";
import Form from "next/form";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { Button } from "@/app/_ui/button";
import { Input, Select } from "@/app/_ui/input";
import { KEY_STATES } from "@/lib/api-keys/api-key";
import type { KeyFilter } from "@/lib/api-keys/key-summary";

interface KeyFiltersProps {
  filter: KeyFilter;
  organizations: readonly { id: string; name: string }[];
}

const PATH = "/settings/developer/api-keys";

/** A plain GET form: the filters live in the address. A chosen entry is sent at once where JavaScript runs. */
export function KeyFilters({ filter, organizations }: KeyFiltersProps) {
  const t = useTranslations("keyForm.filters");
  const states = useTranslations("keyForm.states");
  const isFiltered = filter.state !== "" || filter.owner !== "" || filter.text !== "";
  return (
    <Form
      action={PATH}
      role="search"
      aria-label={t("label")}
      className="mb-4 flex flex-wrap items-center gap-2"
      key={JSON.stringify(filter)}
    >
      <span className="relative min-w-44 flex-1">
        <Search aria-hidden className="pointer-events-none absolute top-2.5 left-2.5 size-4 text-ink-3" />
        <Input
          name="q"
          type="search"
          defaultValue={filter.text}
          placeholder={t("text")}
          aria-label={t("text")}
          className="pl-8"
        />
      </span>
      <Select
        name="state"
        aria-label={t("state")}
        defaultValue={filter.state}
        onChange={(event) => event.currentTarget.form?.requestSubmit()}
        className="w-40"
      >
        <option value="">{t("allStates")}</option>
        <option value="usable">{states("usable")}</option>
        {KEY_STATES.map((state) => (
          <option key={state} value={state}>
            {states(state)}
          </option>
        ))}
      </Select>
      {organizations.length > 0 ? (
        <Select
          name="owner"
          aria-label={t("owner")}
          defaultValue={filter.owner}
          onChange={(event) => event.currentTarget.form?.requestSubmit()}
          className="w-40"
        >
          <option value="">{t("allOwners")}</option>
          <option value="me">{t("me")}</option>
          {organizations.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      ) : null}
      <Button type="submit">{t("apply")}</Button>
      {isFiltered ? (
        <Link href={PATH} className="px-1 py-1 text-dense text-ink-2 underline underline-offset-4 hover:text-ink">
          {t("clear")}
        </Link>
      ) : null}
    </Form>
  );
}
