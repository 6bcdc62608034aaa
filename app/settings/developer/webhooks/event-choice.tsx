"use client";

import { ChevronRight, FlaskConical } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/app/_ui/button";
import { CodeBlock } from "@/app/_ui/code-block";
import { FieldError } from "@/app/_ui/form/field";
import { useFieldError } from "@/app/_ui/form/use-form";
import { Checkbox } from "@/app/_ui/input";
import { Status } from "@/app/_ui/status";
import { useIsBrowser } from "@/app/_ui/use-is-browser";
import type { EventGroup } from "./event-groups";

type EventChoiceProps = { groups: readonly EventGroup[]; initial: readonly string[] };

export function EventChoice({ groups, initial }: EventChoiceProps) {
  const t = useTranslations("webhookForms");
  const error = useFieldError("events");
  const isBrowser = useIsBrowser();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(initial));
  const offered = groups.flatMap(({ events }) => events.flatMap(({ type, stable }) => (stable ? type : [])));
  const isAll = offered.every((type) => chosen.has(type));
  const set = (types: readonly string[], isOn: boolean) =>
    setChosen(new Set(isOn ? [...chosen, ...types] : [...chosen].filter((type) => !types.includes(type))));
  return (
    <fieldset className="min-w-0">
      <legend className="float-left text-dense font-medium">{t("events")}</legend>
      <div className="flex items-center justify-end gap-3">
        <span role="status" className="text-dense text-ink-3">
          {t("eventCount", { count: chosen.size })}
        </span>
        {isBrowser ? (
          <Button size="small" onClick={() => set(offered, !isAll)}>
            {t(isAll ? "noEvents" : "allEvents")}
          </Button>
        ) : null}
      </div>
      <div
        id="events"
        tabIndex={-1}
        className="mt-3 grid grid-cols-1 gap-4"
        aria-describedby={error ? "events-error" : undefined}
      >
        <FieldError id="events" />
        {groups.map(({ key, events }) => (
          <section key={key} aria-label={t(`groups.${key}`)}>
            <h2 className="mb-1 text-xs font-medium text-ink-3">{t(`groups.${key}`)}</h2>
            <ul className="divide-y divide-line rounded-control border border-line">
              {events.map((event) => (
                <EventRow
                  key={event.type}
                  event={event}
                  isOn={chosen.has(event.type)}
                  onToggle={(isOn) => set([event.type], isOn)}
                />
              ))}
            </ul>
          </section>
        ))}
      </div>
    </fieldset>
  );
}

interface EventRowProps {
  event: EventGroup["events"][number];
  isOn: boolean;
  onToggle: (isOn: boolean) => void;
}

/** The sample opens beside its event without selecting it, also without JavaScript. */
function EventRow({ event: { type, stable, text, sample }, isOn, onToggle }: EventRowProps) {
  const t = useTranslations("webhookForms");
  return (
    <li className="relative">
      <label className="flex gap-3 px-3 py-2.5 pr-24 has-checked:bg-accent-soft/40">
        <Checkbox
          name="events"
          value={type}
          checked={isOn}
          disabled={!stable}
          onChange={(event) => onToggle(event.currentTarget.checked)}
          className="mt-0.5"
        />
        <span className="min-w-0">
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <span className="font-mono text-dense break-all">{type}</span>
            {stable ? null : (
              <Status tone="accent" icon={FlaskConical}>
                {t("preview")}
              </Status>
            )}
          </span>
          <span className="block text-xs text-ink-2">{text}</span>
        </span>
      </label>
      <details className="group">
        <summary className="absolute top-2 right-2 flex h-7 items-center gap-1 rounded-control px-2 text-xs text-ink-2 hover:bg-muted hover:text-ink">
          <ChevronRight aria-hidden className="size-3.5 transition-transform group-open:rotate-90" />
          {t("sample")}
          <span className="sr-only">{type}</span>
        </summary>
        <div className="px-3 pb-3">
          <CodeBlock label={t("sampleOf", { type })} code={sample} />
        </div>
      </details>
    </li>
  );
}
