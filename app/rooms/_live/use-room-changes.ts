"use client";

import { useEffect, useRef } from "react";
import { type RoomChange, RoomFollower } from "./follow-room";

/**
 * Calls back when something happened in the room, by whomever: `type` is that of the event ("task.updated"), `objectId`
 * the task, record, message or file. "resync": too much was missed, read everything anew. "gone": the room is no longer
 * there for this person. A change may come late, but none is lost; what one did oneself comes too.
 */
export function useRoomChanges(roomId: string, onChange: (change: RoomChange) => void): void {
  const latest = useRef(onChange);
  useEffect(() => {
    latest.current = onChange;
  });
  useEffect(() => {
    const follower = new RoomFollower(roomId, (change) => latest.current(change));
    follower.begin();
    return () => follower.end();
  }, [roomId]);
}
