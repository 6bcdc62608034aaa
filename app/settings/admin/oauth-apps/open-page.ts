import { orNotFound } from "@/app/_ui/or-not-found";
import { type AdminAccess, openAdministration } from "@/lib/accounts/open-administration";
import { requireSession } from "@/lib/accounts/session";
import { type AppDetails, readApp } from "@/lib/oauth/apps-query";
import { type ClientRow, findDocumentOfApp } from "@/lib/oauth/client-documents/queries";
import { appPath } from "./paths";

export interface AppPage {
  params: Promise<{ appId: string }>;
}

/** Other people get the 404 page. */
export async function requireAdmin(path: string): Promise<AdminAccess> {
  const { user } = await requireSession(path);
  return orNotFound(openAdministration(user.id));
}

export async function openAppPage({ params }: AppPage, subpath = ""): Promise<AppDetails> {
  const { appId } = await params;
  return orNotFound(readApp(await requireAdmin(`${appPath(appId)}${subpath}`), appId));
}

/** null: the app was registered by hand. */
export async function readAppDocument(appId: string): Promise<ClientRow | null> {
  return findDocumentOfApp(await requireAdmin(appPath(appId)), appId);
}
