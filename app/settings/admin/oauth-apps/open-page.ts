import { notFound } from "next/navigation";
import { type AdminAccess, openAdministration } from "@/lib/accounts/admin-store";
import { requireSession } from "@/lib/accounts/session";
import { type AppDetails, readApp } from "@/lib/oauth/app-store";
import { AppError } from "@/lib/platform/errors";
import { appPath } from "./paths";

/** Administration has no page for anybody else. */
export async function requireAdmin(path: string): Promise<AdminAccess> {
  const { user } = await requireSession(path);
  return orNotFound(openAdministration(user.id));
}

export async function requireApp(appId: string, subpath = ""): Promise<AppDetails> {
  const admin = await requireAdmin(`${appPath(appId)}${subpath}`);
  return orNotFound(readApp(admin, appId));
}

export async function orNotFound<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found") notFound();
    throw error;
  }
}
