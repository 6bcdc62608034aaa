import { useSyncExternalStore } from "react";
import { keepItem, readItem } from "@/app/_ui/tab-storage";

/** The texts of this page. Storage outlives the page, but a browser may block it. */
const held = new Map<string, string>();
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function read(name: string): string {
  const kept = held.get(name) ?? readItem(name);
  const text = typeof kept === "string" ? kept : "";
  held.set(name, text);
  return text;
}

export function keepTabItem(name: string, text: string): void {
  held.set(name, text);
  keepItem(name, text === "" ? null : text);
  for (const listener of listeners) listener();
}

/** A text of this browser tab; empty on the server and during hydration. */
export function useTabItem(name: string): string {
  return useSyncExternalStore(
    subscribe,
    () => read(name),
    () => "",
  );
}
