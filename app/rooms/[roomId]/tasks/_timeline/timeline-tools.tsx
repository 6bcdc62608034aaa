"use client";

import { ChevronLeft, ChevronRight } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { LinkButton } from "@/app/_ui/button";
import { mergeClasses } from "@/app/_ui/merge-classes";
import { turnWindow, type Window, ZOOMS } from "@/lib/tasks/timeline";
import { pathOfView, type TasksView } from "../_parts/paths";

export function TimelineTools({ roomId, view, window }: { roomId: string; view: TasksView; window: Window }) {
  const t = useTranslations("roomTasks.timeline");
  const at = (from: TasksView["from"]) => pathOfView(roomId, { ...view, from });
  return (
    <div className="mb-3 flex flex-wrap items-center gap-2">
      <LinkButton size="small" href={at(turnWindow(window, -1))} scroll={false}>
        <ChevronLeft aria-hidden />
        {t("earlier")}
      </LinkButton>
      <LinkButton size="small" href={at(null)} scroll={false}>
        {t("today")}
      </LinkButton>
      <LinkButton size="small" href={at(turnWindow(window, 1))} scroll={false}>
        {t("later")}
        <ChevronRight aria-hidden />
      </LinkButton>
      <nav aria-label={t("zoom")} className="ml-auto flex rounded-control border border-line bg-surface p-0.5">
        {ZOOMS.map((zoom) => (
          <Link
            key={zoom}
            href={pathOfView(roomId, { ...view, zoom })}
            scroll={false}
            aria-current={view.zoom === zoom ? "true" : undefined}
            className={mergeClasses(
              "flex h-6 min-w-6 items-center justify-center rounded-[0.3125rem] px-2 text-xs text-ink-2 hover:text-ink",
              view.zoom === zoom && "bg-muted font-medium text-ink",
            )}
          >
            {t(`zooms.${zoom}`)}
          </Link>
        ))}
      </nav>
    </div>
  );
}
