"use client";

import { ChevronRight, FlaskConical } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/app/_ui/controls/button";
import { Scripted } from "@/app/_ui/controls/scripted";
import { useIsBrowser } from "@/app/_ui/controls/use-is-browser";
import { FieldError } from "@/app/_ui/form/field";
import { FilterInput, matchesText } from "@/app/_ui/form/filter-input";
import { GroupCheckbox } from "@/app/_ui/form/group-checkbox";
import { Checkbox } from "@/app/_ui/form/input";
import { useFieldError } from "@/app/_ui/form/use-form";
import { Breakable } from "@/app/_ui/shown/breakable";
import { CodeBlock } from "@/app/_ui/shown/code-block";
import { Status } from "@/app/_ui/shown/status";
import type { EventGroup } from "./event-groups";

type EventChoiceProps = { groups: readonly EventGroup[]; initial: readonly string[] };
type CatalogEvent = EventGroup["events"][number];

export function EventChoice({ groups, initial }: EventChoiceProps) {
  const t = useTranslations("webhookForms");
  const error = useFieldError("events");
  const isBrowser = useIsBrowser();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(initial));
  const [search, setSearch] = useState("");
  const offered = groups.flatMap(({ events, isSeparate }) => (isSeparate ? [] : listOffered(events)));
  const isAll = offered.every((type) => chosen.has(type));
  const set = (types: readonly string[], isOn: boolean) =>
    setChosen(new Set(isOn ? [...chosen, ...types] : [...chosen].filter((type) => !types.includes(type))));
  const isFound = (event: CatalogEvent) => matchesText(search, [event.type, event.text]);
  const found = groups.flatMap(({ events }) => events.filter(isFound)).length;
  return (
    <fieldset className="min-w-0">
      <legend className="float-start text-dense font-medium">{t("events")}</legend>
      <div className="flex flex-wrap items-center justify-end gap-x-3 gap-y-1">
        <span role="status" className="text-dense text-ink-3">
          {t("eventCount", { count: chosen.size })}
        </span>
        <Scripted>
          <Button size="small" onClick={() => set(offered, !isAll)}>
            {t(isAll ? "noEvents" : "allEvents")}
          </Button>
        </Scripted>
      </div>
      <div
        id="events"
        tabIndex={-1}
        className="mt-3 grid grid-cols-1 gap-3"
        aria-describedby={error ? "events-error" : undefined}
      >
        <FieldError id="events" />
        <Scripted>
          <FilterInput
            label={t("findEvents")}
            text={search}
            onChange={setSearch}
            status={search === "" ? "" : t("eventsFound", { count: found })}
          />
        </Scripted>
        <div className="overflow-hidden rounded-control border border-line">
          {groups.map((group) => (
            <EventRows
              key={group.key}
              group={group}
              chosen={chosen}
              isFound={isFound}
              set={set}
              hasToggle={isBrowser}
            />
          ))}
          {found === 0 ? <p className="px-3 py-2.5 text-dense text-ink-2">{t("eventsFound", { count: 0 })}</p> : null}
        </div>
      </div>
    </fieldset>
  );
}

/** A preview event cannot be chosen yet. */
function listOffered(events: readonly CatalogEvent[]): string[] {
  return events.flatMap(({ type, stable }) => (stable ? type : []));
}

interface EventRowsProps {
  group: EventGroup;
  chosen: ReadonlySet<string>;
  isFound: (event: CatalogEvent) => boolean;
  set: (types: readonly string[], isOn: boolean) => void;
  hasToggle: boolean;
}

function EventRows({ group: { key, events, isSeparate }, chosen, isFound, set, hasToggle }: EventRowsProps) {
  const t = useTranslations("webhookForms");
  const offered = listOffered(events);
  const title = t(`groups.${key}`);
  const count = offered.filter((type) => chosen.has(type)).length;
  return (
    <section aria-label={title} hidden={!events.some(isFound)} className="border-line not-first:border-t">
      <h2 className="flex min-h-8 items-center gap-2 bg-muted px-3 text-xs font-medium text-ink-2">
        {hasToggle && offered.length > 0 && !isSeparate ? (
          <GroupCheckbox
            label={t("allOfGroup", { group: title })}
            count={count}
            total={offered.length}
            onToggle={(isOn) => set(offered, isOn)}
          />
        ) : null}
        {title}
        <span aria-hidden className="ms-auto font-normal text-ink-3">
          {t("groupCount", { count, total: offered.length })}
        </span>
      </h2>
      {isSeparate ? (
        <p className="border-t border-line px-3 py-2 text-xs text-ink-2 text-pretty">{t("operationalHint")}</p>
      ) : null}
      <ul className="divide-y divide-line border-t border-line">
        {events.map((event) => (
          <EventRow
            key={event.type}
            event={event}
            isOn={chosen.has(event.type)}
            isHidden={!isFound(event)}
            onToggle={(isOn) => set([event.type], isOn)}
          />
        ))}
      </ul>
    </section>
  );
}

interface EventRowProps {
  event: CatalogEvent;
  isOn: boolean;
  isHidden: boolean;
  onToggle: (isOn: boolean) => void;
}

/** The sample opens beside its event without selecting it, also without JavaScript; with it, in colours from then on. */
function EventRow({ event: { type, stable, text, sample }, isOn, isHidden, onToggle }: EventRowProps) {
  const t = useTranslations("webhookForms");
  const [wasOpened, setOpened] = useState(false);
  return (
    <li hidden={isHidden} className="relative">
      <label className="flex min-h-9 items-center gap-2.5 py-1.5 pe-10 ps-3 sm:pe-24 hover:bg-muted/50 has-checked:bg-accent-soft/40">
        <Checkbox
          name="events"
          value={type}
          checked={isOn}
          disabled={!stable}
          onChange={(event) => onToggle(event.currentTarget.checked)}
        />
        <span className="flex min-w-0 flex-wrap items-baseline gap-x-3">
          <span className="font-mono text-dense">
            <Breakable text={type} between={/(?<=[._])/} />
          </span>
          {stable ? null : (
            <Status tone="accent" icon={FlaskConical}>
              {t("preview")}
            </Status>
          )}
          <span className="text-xs text-ink-2">{text}</span>
        </span>
      </label>
      <details className="group" onToggle={() => setOpened(true)}>
        <summary className="absolute top-1 inset-e-2 flex h-7 items-center gap-1 rounded-control px-2 text-xs text-ink-2 hover:bg-muted hover:text-ink">
          <ChevronRight aria-hidden className="size-3.5 transition-transform group-open:rotate-90" />
          <span className="max-sm:sr-only">{t("sample")}</span>
          <span className="sr-only">{type}</span>
        </summary>
        <div className="px-3 pb-3">
          <CodeBlock label={t("sampleOf", { type })} code={sample} language={wasOpened ? "json" : undefined} />
        </div>
      </details>
    </li>
  );
}
