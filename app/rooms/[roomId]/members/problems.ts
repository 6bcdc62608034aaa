import { type Problem, readProblems } from "@/app/_ui/read-problems";
import { ROOM_PROBLEMS } from "@/lib/rooms/settings";

export type RoomProblem = Problem<(typeof ROOM_PROBLEMS)[number] | "room_gone" | "too_fast" | "not_confirmed">;

/** Access to the room may have been lost while the form was open. */
export function readRoomProblems(error: unknown): RoomProblem[] {
  return readProblems<RoomProblem["reason"]>(error, ROOM_PROBLEMS, {
    rate_limit_exceeded: { field: "", reason: "too_fast" },
    room_not_found: { field: "", reason: "room_gone" },
  });
}
