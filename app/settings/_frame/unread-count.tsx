"use client";

import { Bell as BellIcon } from "lucide-react";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from "react";
import { usePolling } from "@/app/_ui/controls/use-polling";

interface UnreadValue {
  count: number;
  recount: () => Promise<void>;
}

const UnreadCount = createContext<UnreadValue>({ count: 0, recount: async () => undefined });
const POLL_MS = 60_000;

/** Counts for both bells of the frame, the wide and the narrow one. Each new page brings its count; an open one asks again. */
export function UnreadProvider({ count, children }: { count: number; children: ReactNode }) {
  const [given, setGiven] = useState(count);
  const [current, setCurrent] = useState(count);
  if (given !== count) {
    setGiven(count);
    setCurrent(count);
  }
  const ask = useCallback(async (signal?: AbortSignal) => {
    const found = document.hidden ? null : await readCount(signal);
    if (found !== null && !signal?.aborted) setCurrent(found);
  }, []);
  usePolling(ask, POLL_MS);
  const value = useMemo(() => ({ count: current, recount: () => ask() }), [current, ask]);
  return <UnreadCount value={value}>{children}</UnreadCount>;
}

export function useUnreadCount(): UnreadValue {
  return useContext(UnreadCount);
}

async function readCount(signal: AbortSignal | undefined): Promise<number | null> {
  try {
    const answer = await fetch(`${INBOX_PATH}/unread`, { signal: signal ?? null, cache: "no-store" });
    const { count } = (await answer.json()) as { count?: unknown };
    return answer.ok && typeof count === "number" ? count : null;
  } catch {
    return null;
  }
}

export const INBOX_PATH = "/settings/notifications";
const SHOWN_MAX = 99;

export const BELL =
  "grid size-8 pointer-coarse:size-11 shrink-0 place-items-center rounded-control text-ink-2 transition-colors hover:bg-muted hover:text-ink aria-[current]:bg-muted aria-[current]:text-ink";

/** A link to the inbox. With scripts, a click opens the newest notifications, and from then on a menu is in its place. */
export function Bell() {
  const t = useTranslations("ui");
  const [menu, setMenu] = useState<ReactNode>(null);
  const { count } = useUnreadCount();
  const isCurrent = usePathname() === INBOX_PATH;
  const label = t("bell", { count });
  if (menu) return menu;
  return (
    <Link
      href={INBOX_PATH}
      prefetch={false}
      aria-label={label}
      title={label}
      aria-current={isCurrent ? "page" : undefined}
      onClick={(event) => {
        if (isCurrent || event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        import("./bell-menu").then(({ loadMenu }) => loadMenu()).then(setMenu, () => location.assign(INBOX_PATH));
      }}
      className={BELL}
    >
      <BellFace />
    </Link>
  );
}

export function BellFace() {
  const { count } = useUnreadCount();
  return (
    <span className="relative">
      <BellIcon aria-hidden className="size-4" />
      {count > 0 ? (
        <span
          aria-hidden
          className="absolute -top-2 -inset-e-2 grid h-4 min-w-4 place-items-center rounded-full bg-accent-solid px-1 text-[0.625rem] leading-none font-semibold text-white"
        >
          {count > SHOWN_MAX ? `${SHOWN_MAX}+` : count}
        </span>
      ) : null}
    </span>
  );
}
