import { notFound } from "next/navigation";
import { AppError } from "@/lib/platform/errors";

/** Turns a missing or hidden resource into the 404 page. */
export async function orNotFound<Found>(reading: Promise<Found>): Promise<Found> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof AppError && (error.code === "not_found" || error.code === "room_not_found")) notFound();
    throw error;
  }
}
