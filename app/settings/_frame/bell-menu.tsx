"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { joinClasses } from "@/app/_ui/controls/join-classes";
import { PopDetails } from "@/app/_ui/controls/pop-details";
import { Time } from "@/app/_ui/shown/time";
import { NotificationIcon } from "../notifications/notification-icon";
import type { NewestNotifications } from "../notifications/read-newest";
import { BELL, BellFace, INBOX_PATH, useUnreadCount } from "./unread-count";

export async function loadMenu(): Promise<ReactNode> {
  return <BellMenu initial={await readNewest()} />;
}

async function readNewest(): Promise<NewestNotifications> {
  const answer = await fetch(`${INBOX_PATH}/unread?newest=1`, { cache: "no-store" });
  if (!answer.ok) throw new Error(`${answer.status}`);
  return (await answer.json()) as NewestNotifications;
}

function BellMenu({ initial }: { initial: NewestNotifications }) {
  const t = useTranslations("ui");
  const { count } = useUnreadCount();
  const summary = useRef<HTMLElement>(null);
  const [{ title, empty, inbox, now, groups }, setNewest] = useState(initial);
  useEffect(() => summary.current?.focus(), []);
  return (
    <PopDetails open className="lg:relative">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a summary is operated by keys and fingers. */}
      <summary
        ref={summary}
        aria-label={t("bell", { count })}
        onClick={({ currentTarget }) => {
          if (currentTarget.closest("details")?.open === false) void readNewest().then(setNewest, () => undefined);
        }}
        className={joinClasses(BELL, "cursor-pointer list-none [&::-webkit-details-marker]:hidden")}
      >
        <BellFace />
      </summary>
      <div className="absolute inset-x-0 top-full z-30 max-h-[80dvh] overflow-y-auto border border-line bg-surface text-dense shadow-float max-lg:border-x-0 lg:inset-x-auto lg:start-0 lg:mt-1 lg:w-96 lg:rounded-card">
        {groups.length > 0 ? (
          <ul aria-label={title} className="divide-y divide-line">
            {groups.map((group) => (
              <li key={group.id}>
                {/* Not a Next link: the path of a single one answers with a redirect. */}
                <a href={group.href} className="flex gap-3 px-4 py-2.5 hover:bg-muted">
                  <NotificationIcon {...group} />
                  <span className="min-w-0 flex-1">
                    <span className={joinClasses("block", group.isRead ? "text-ink-2" : "font-medium")}>
                      {group.title}
                    </span>
                    <span className="flex gap-2 text-xs text-ink-3">
                      <Time value={group.createdAt} style="relative" now={now} />
                      {group.unread === "" ? null : <span className="font-medium text-accent">{group.unread}</span>}
                    </span>
                  </span>
                </a>
              </li>
            ))}
          </ul>
        ) : (
          <p className="px-4 py-6 text-center text-ink-2">{empty}</p>
        )}
        <Link
          href={INBOX_PATH}
          prefetch={false}
          className="block border-t border-line px-4 py-2.5 text-center font-medium text-accent hover:bg-muted"
        >
          {inbox}
        </Link>
      </div>
    </PopDetails>
  );
}
