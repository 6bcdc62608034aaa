import { type RefObject, useEffect, useState } from "react";
import { pathOfRoom } from "@/app/_links";

/**
 * Whoever opens a room can type at once. The focus stays where the reader has put it, except on a link that led here; a finger
 * would get a keyboard over the messages.
 */
export function useOpeningFocus(fieldRef: RefObject<HTMLElement | null>, roomId: string, opensToWrite: boolean): void {
  const [isWanted] = useState(opensToWrite);
  useEffect(() => {
    if (isWanted && isFree(pathOfRoom(roomId))) fieldRef.current?.focus({ preventScroll: true });
  }, [fieldRef, roomId, isWanted]);
}

function isFree(path: string): boolean {
  const focused = document.activeElement;
  const isLinkHere = focused instanceof HTMLAnchorElement && focused.pathname === path && focused.hash === "";
  const isFinger = !matchMedia("(hover: hover) and (pointer: fine)").matches;
  return !isFinger && window.location.hash === "" && (isLinkHere || focused === null || focused === document.body);
}
