import { notFound } from "next/navigation";
import { type KeyAccess, openKey } from "@/lib/api-keys/queries";
import { AppError } from "@/lib/platform/errors";

/** A key that this person may not hold has no page. */
export async function findKey(userId: string, keyId: string): Promise<KeyAccess> {
  try {
    return await openKey(userId, keyId);
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found") notFound();
    throw error;
  }
}
