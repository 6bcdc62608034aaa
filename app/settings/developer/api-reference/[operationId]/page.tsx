import { OperationPage, titleOperation } from "@/app/_reference/operation-page";
import { pathOfOperation } from "@/app/_reference/paths";
import { renderPage, titlePage } from "@/app/_ui/page/render-page";
import { requireSession } from "@/lib/accounts/sessions/session";

interface Props {
  params: Promise<{ operationId: string }>;
}

export const generateMetadata = ({ params }: Props) =>
  titlePage("page", async () => titleOperation((await params).operationId));

export default renderPage("page", async function SettingsOperationPage({ params }: Props) {
  const { operationId } = await params;
  await requireSession(pathOfOperation("settings", encodeURIComponent(operationId)));
  return OperationPage({ operationId, frame: "settings" });
});
