"use client";

import { ChevronRight } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { pathOfTask } from "@/app/rooms/_frame/paths";
import type { DayWords } from "../_parts/dates";
import type { Planned } from "./timeline-grid";

interface TimelineTableProps {
  roomId: string;
  planned: readonly Planned[];
  words: DayWords;
}

/** The timeline as a table that can be read line by line. */
export function TimelineTable({ roomId, planned, words }: TimelineTableProps) {
  const t = useTranslations("roomTasks");
  const show = (at: string | null) => (at === null ? t("timeline.none") : words.instant(at));
  return (
    <details className="group mt-3">
      <summary className="inline-flex min-h-6 items-center gap-1.5 rounded-control text-dense text-ink-2 hover:text-ink">
        <ChevronRight aria-hidden className="size-3.5 transition-transform group-open:rotate-90" />
        {t("timeline.asTable")}
      </summary>
      <div className="card mt-2 overflow-x-auto">
        <table className="w-full text-left text-dense [&_td]:px-4 [&_td]:py-2 [&_th]:px-4 [&_th]:py-2">
          <caption className="sr-only">{t("timeline.caption")}</caption>
          <thead className="border-b border-line text-ink-3 [&_th]:font-normal">
            <tr>
              {(["task", "status", "start", "due", "length"] as const).map((name) => (
                <th key={name} scope="col">
                  {t(`timeline.${name}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {planned.map(({ task, span }) => (
              <tr key={task.id}>
                <th scope="row" className="min-w-40 font-medium">
                  <Link href={pathOfTask(roomId, task.id)} className="break-words hover:underline">
                    {task.title}
                  </Link>
                </th>
                <td className="whitespace-nowrap">{t(`status.${task.status}`)}</td>
                <td className="whitespace-nowrap">{show(task.startDate)}</td>
                <td className="whitespace-nowrap">{show(task.dueDate)}</td>
                <td className="whitespace-nowrap">{t("timeline.days", { count: span.to - span.from + 1 })}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
