"use client";

import { useEffect, useRef } from "react";
import { type RoomChange, RoomFollower } from "./follow-room";

/**
 * Calls back when something happened in the room: `type` is the event type ("task.updated"), `objectId`
 * the task, record, message or file. "resync": too much was missed, read everything again. "gone": this person can no
 * longer see the room. A change may arrive late, but none is lost; a person's own changes arrive too.
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
