"use client";

import { useState } from "react";
import { z } from "zod";
import { keepItem, readItem } from "@/app/_ui/tab-storage";
import { useIsBrowser } from "@/app/_ui/use-is-browser";
import type { QuotedMessage } from "@/lib/messages/thread";

const Kept = z.object({ id: z.string(), author: z.string().nullable(), excerpt: z.string() });

/** The reply target is restored with the draft's text; without it, the resent text would be a different message. */
export function useReply(
  key: string,
  initial: QuotedMessage | null,
): [QuotedMessage | null, (reply: QuotedMessage | null) => void] {
  const isBrowser = useIsBrowser();
  /** undefined until this page sets or clears it. */
  const [chosen, setChosen] = useState<QuotedMessage | null>();
  const kept = isBrowser && chosen === undefined ? (Kept.safeParse(readItem(key)).data ?? null) : null;
  return [
    chosen === undefined ? (initial ?? kept) : chosen,
    (next) => {
      setChosen(next);
      keepItem(key, next);
    },
  ];
}
