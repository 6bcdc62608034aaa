"use client";

import { Search } from "lucide-react";
import Form from "next/form";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { Button } from "@/app/_ui/button";
import { ChoiceSelect } from "@/app/_ui/choice-select";
import { Input } from "@/app/_ui/input";
import { WEBHOOK_API_VERSION_V1, WEBHOOK_API_VERSION_V2 } from "@/lib/platform/limits";
import { WEBHOOK_STATES, type WebhookFilter } from "@/lib/webhooks/webhook-summary";
import { WEBHOOKS_PATH } from "./paths";

interface WebhookFiltersProps {
  filter: WebhookFilter;
  rooms: readonly { id: string; name: string }[];
}

const VERSIONS = [
  [WEBHOOK_API_VERSION_V2, "v2"],
  [WEBHOOK_API_VERSION_V1, "v1"],
] as const;

/** A plain GET form: the filters live in the address. A chosen entry is sent at once where JavaScript runs. */
export function WebhookFilters({ filter, rooms }: WebhookFiltersProps) {
  const t = useTranslations("webhookForms.filters");
  const isFiltered = Object.values(filter).some(Boolean);
  return (
    <Form
      action={WEBHOOKS_PATH}
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
      <ChoiceSelect
        name="state"
        label={t("state")}
        value={filter.state}
        all={t("allStates")}
        options={WEBHOOK_STATES.map((state) => [state, t(`states.${state}`)])}
      />
      <ChoiceSelect
        name="version"
        label={t("version")}
        value={filter.version}
        all={t("allVersions")}
        options={VERSIONS}
      />
      {rooms.length > 1 ? (
        <ChoiceSelect
          name="room"
          label={t("room")}
          value={filter.room}
          all={t("allRooms")}
          options={rooms.map(({ id, name }) => [id, name])}
        />
      ) : null}
      <Button type="submit">{t("apply")}</Button>
      {isFiltered ? (
        <Link
          href={WEBHOOKS_PATH}
          className="px-1 py-1 text-dense text-ink-2 underline underline-offset-4 hover:text-ink"
        >
          {t("clear")}
        </Link>
      ) : null}
    </Form>
  );
}
