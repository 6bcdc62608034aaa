import { notFound } from "next/navigation";
import { AppError } from "@/lib/platform/errors";

/** Turns a missing or hidden resource into the 404 page. */
export function orNotFound<Found>(reading: Promise<Found>): Promise<Found> {
  return reading.catch((error: unknown) => (isMissing(error) ? notFound() : Promise.reject(error)));
}

/** A missing or hidden resource is null. */
export function orNull<Found>(reading: Promise<Found>): Promise<Found | null> {
  return reading.catch((error: unknown) => (isMissing(error) ? null : Promise.reject(error)));
}

function isMissing(error: unknown): boolean {
  return error instanceof AppError && (error.code === "not_found" || error.code === "room_not_found");
}
