"use client";

import { useCallback, useRef } from "react";
import { readJson } from "./read-json";
import { replaceMessage, type SharedMessage, type ThreadPage } from "./thread-page";

interface Reading {
  isAsked: boolean;
  done: Promise<void>;
}

/**
 * Reads one message again. Changes that arrive during a read are fetched in one more, so that a hundred people who react to a
 * message at once do not cost each page a hundred reads.
 */
export function useReload(path: string, setPage: (change: (held: ThreadPage) => ThreadPage) => void) {
  const readings = useRef(new Map<string, Reading>());
  return useCallback(
    (messageId: string): Promise<void> => {
      const underWay = readings.current.get(messageId);
      if (underWay) {
        underWay.isAsked = true;
        return underWay.done;
      }
      const reading: Reading = { isAsked: true, done: Promise.resolve() };
      const read = async (): Promise<void> => {
        while (reading.isAsked) {
          reading.isAsked = false;
          const message = await readJson<SharedMessage>(`${path}/${messageId}`);
          if (message !== undefined) setPage((held) => replaceMessage(held, messageId, message));
        }
        readings.current.delete(messageId);
      };
      readings.current.set(messageId, reading);
      reading.done = read();
      return reading.done;
    },
    [path, setPage],
  );
}
