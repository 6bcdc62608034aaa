import { notFound } from "next/navigation";
import { AppError } from "@/lib/platform/errors";

export function orNotFound<Found>(reading: Promise<Found>): Promise<Found> {
  return reading.catch((error: unknown) => {
    if (isMissing(error)) notFound();
    throw error;
  });
}

/** A missing or hidden resource is null. */
export function orNull<Found>(reading: Promise<Found>): Promise<Found | null> {
  return reading.catch((error: unknown) => {
    if (isMissing(error)) return null;
    throw error;
  });
}

function isMissing(error: unknown): boolean {
  return error instanceof AppError && (error.code === "not_found" || error.code === "room_not_found");
}
