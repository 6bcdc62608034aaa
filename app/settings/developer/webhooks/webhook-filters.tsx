"use client";

import { useTranslations } from "next-intl";
import { ChoiceSelect } from "@/app/_ui/choice-select";
import { FilterForm } from "@/app/_ui/filter-form";
import { SearchField } from "@/app/_ui/search-field";
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

export function WebhookFilters({ filter, rooms }: WebhookFiltersProps) {
  const t = useTranslations("webhookForms.filters");
  return (
    <FilterForm
      key={JSON.stringify(filter)}
      path={WEBHOOKS_PATH}
      label={t("label")}
      isFiltered={Object.values(filter).some(Boolean)}
    >
      <SearchField label={t("text")} text={filter.text} />
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
    </FilterForm>
  );
}
