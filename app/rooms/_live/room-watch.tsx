"use client";

import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { useRoomChanges } from "./use-room-changes";

interface RoomWatchProps {
  roomId: string;
  types: readonly string[];
  objectId?: string;
  /** Event types that must not replace the page. */
  except?: readonly string[];
  isBusy?: boolean;
}

const GATHER_MS = 150;

export function useRoomRefresh({ roomId, types, objectId, except = [], isBusy = false }: RoomWatchProps): void {
  const router = useRouter();
  const received = useRef(0);
  const [latest, setLatest] = useState(0);
  const [shown, setShown] = useState(0);
  useRoomChanges(roomId, (change) => {
    const isOurs = objectId === undefined || change.objectId === objectId;
    const isShown = isOurs && types.some((start) => change.type.startsWith(start));
    const isForAll = change.type === "resync" || change.type === "gone";
    if ((!isShown && !isForAll) || except.includes(change.type)) return;
    received.current += 1;
    setLatest(received.current);
  });
  const isBehind = shown < latest;
  // `shown` is a dependency: a change that arrives while the page begins to refresh leaves it behind once more.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above.
  useEffect(() => {
    if (!isBehind || isBusy) return;
    const timer = setTimeout(() => {
      setShown(received.current);
      router.refresh();
    }, GATHER_MS);
    return () => clearTimeout(timer);
  }, [isBehind, shown, isBusy, router]);
}

export function RoomWatch(props: RoomWatchProps) {
  useRoomRefresh(props);
  return null;
}
