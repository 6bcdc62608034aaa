import { notFound } from "next/navigation";
import type { RoomAccess } from "@/lib/access/open-room";
import { AppError } from "@/lib/platform/errors";
import { readTask, type TaskDetail } from "@/lib/tasks/queries";

/** A task of another room counts as missing. */
export async function findTask(access: RoomAccess, taskId: string): Promise<TaskDetail> {
  try {
    return await readTask(access, taskId);
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found") notFound();
    throw error;
  }
}
