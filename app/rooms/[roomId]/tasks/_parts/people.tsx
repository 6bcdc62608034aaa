"use client";

import { createContext, type ReactNode, useContext } from "react";
import type { Assignable } from "@/lib/tasks/queries";

const Context = createContext<readonly Assignable[]>([]);

/** The people of the room, for the fields that name one. */
export function People({ value, children }: { value: readonly Assignable[]; children: ReactNode }) {
  return <Context value={value}>{children}</Context>;
}

export function usePeople(): readonly Assignable[] {
  return useContext(Context);
}
