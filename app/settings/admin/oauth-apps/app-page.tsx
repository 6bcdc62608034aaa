import { Ban, CircleCheck } from "lucide-react";
import { useTranslations } from "next-intl";
import { appPath } from "@/app/_links";
import { orNotFound } from "@/app/_ui/page/or-not-found";
import { Status } from "@/app/_ui/shown/status";
import { type AppDetails, readApp } from "@/lib/oauth/apps/apps-query";
import { type ClientRow, findDocumentOfApp } from "@/lib/oauth/client-documents/queries";
import { requireAdmin } from "../open-administration-page";

export interface AppPage {
  params: Promise<{ appId: string }>;
}

export async function openAppPage({ params }: AppPage, subpath = ""): Promise<AppDetails> {
  const { appId } = await params;
  return orNotFound(readApp(await requireAdmin(`${appPath(appId)}${subpath}`), appId));
}

/** null: the app was registered by hand. */
export async function readAppDocument(appId: string): Promise<ClientRow | null> {
  return findDocumentOfApp(await requireAdmin(appPath(appId)), appId);
}

export function AppStatus({ isActive }: { isActive: boolean }) {
  const t = useTranslations("apps.states");
  return (
    <Status tone={isActive ? "good" : "bad"} icon={isActive ? CircleCheck : Ban}>
      {t(isActive ? "active" : "inactive")}
    </Status>
  );
}
