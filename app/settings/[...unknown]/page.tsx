import { notFound } from "next/navigation";
import { renderPage } from "@/app/_ui/page/render-page";
import { requireSession } from "@/lib/accounts/sessions/session";

interface Props {
  params: Promise<{ unknown: string[] }>;
}

export default renderPage("section", async function UnknownSettingsPage({ params }: Props) {
  const { unknown } = await params;
  await requireSession(`/settings/${unknown.map(encodeURIComponent).join("/")}`);
  notFound();
});
