"use client";

import { useLayoutEffect, useRef, useState } from "react";

type Handler = (...given: never[]) => unknown;

/** The same functions at every rendering, which call the latest ones: rows that get them are not rendered again. */
export function useHandlers<Handlers extends Readonly<Record<string, Handler>>>(handlers: Handlers): Handlers {
  const latest = useRef(handlers);
  useLayoutEffect(() => {
    latest.current = handlers;
  });
  const [stable] = useState(() => {
    const call =
      (name: string) =>
      (...given: never[]) =>
        latest.current[name]?.(...given);
    return Object.fromEntries(Object.keys(handlers).map((name) => [name, call(name)])) as Handlers;
  });
  return stable;
}
