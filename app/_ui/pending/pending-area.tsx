"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useRef } from "react";
import { mergeClasses } from "../controls/merge-classes";
import type { PendingArea as Area } from "./find-pending";
import { useIsLeaving, useSlowNavigation } from "./navigation";
import { RoomSkeleton, Skeleton } from "./skeleton";
import { useResults } from "./use-results";

interface PendingAreaProps {
  area: Area;
  className?: string;
  children: ReactNode;
}

/**
 * An outline covers the old page, which keeps its focus and height, while a slow one loads. A filtered list is dimmed
 * instead (`data-results`, globals.css).
 */
export function PendingArea({ area, className, children }: PendingAreaProps) {
  const t = useTranslations("ui");
  const pending = useSlowNavigation();
  const isPage = pending?.kind === "page" && pending.area === area;
  const isResults = pending?.kind === "results" && area !== "room";
  const box = useRef<HTMLDivElement>(null);
  const count = useResults(box);
  // A number that stays the same is announced again, since it is gone in between.
  const isLeaving = useIsLeaving();
  const hasCount = count !== null && area !== "room" && !isLeaving;
  return (
    <div
      ref={box}
      aria-busy={isPage || isResults || undefined}
      data-pending={isResults ? "results" : undefined}
      className={mergeClasses("relative", className)}
    >
      {children}
      {isPage ? (
        <div
          data-skeleton={pending.shape}
          aria-hidden
          className="absolute -inset-x-2 inset-y-0 z-20 bg-canvas px-2 transition-opacity duration-150 starting:opacity-0"
        >
          <div
            className={mergeClasses(
              "sticky top-16 max-h-[calc(100dvh-4rem)] overflow-hidden lg:top-7",
              area === "room" && "pt-5",
            )}
          >
            {area === "rooms" && pending.shape === "thread" ? (
              <RoomSkeleton />
            ) : (
              <Skeleton shape={pending.shape} hasTitle={area !== "room"} />
            )}
          </div>
        </div>
      ) : null}
      <p role="status" className="sr-only">
        {isPage ? t("loading") : isResults ? t("updating") : hasCount ? t("filter.shown", { count }) : ""}
      </p>
    </div>
  );
}
