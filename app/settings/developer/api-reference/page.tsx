import { ReferencePage } from "@/app/_reference/reference-page";
import { pageTitle } from "@/app/_ui/page/page-title";
import { requireSession } from "@/lib/accounts/sessions/session";

export const generateMetadata = pageTitle("reference.title");

export default async function SettingsReferencePage() {
  await requireSession("/settings/developer/api-reference");
  return <ReferencePage frame="settings" />;
}
