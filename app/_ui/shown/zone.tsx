"use client";

import { createContext, type ReactNode, useContext, useSyncExternalStore } from "react";
import { ZONE_COOKIE } from "@/lib/i18n/zone";
import { neverChanges } from "../controls/use-is-browser";

const ZoneContext = createContext<string | null>(null);

export function ZoneProvider({ zone, children }: { zone: string | null; children: ReactNode }) {
  return <ZoneContext value={zone}>{children}</ZoneContext>;
}

let own: string | undefined;

function readOwnZone(): string {
  own ??= Intl.DateTimeFormat().resolvedOptions().timeZone;
  return own;
}

/** The reader's time zone. null on the server until a browser has told it, and without JavaScript. */
export function useZone(): string | null {
  const told = useContext(ZoneContext);
  return useSyncExternalStore<string | null>(neverChanges, readOwnZone, () => told);
}

const YEAR_SECONDS = 31_536_000;

export function tellZone(): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser.
  document.cookie = `${ZONE_COOKIE}=${readOwnZone()}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`;
}
