import { notFound } from "next/navigation";
import { drawPage } from "@/app/_ui/page/draw-page";
import { requireSession } from "@/lib/accounts/sessions/session";

interface Props {
  params: Promise<{ unknown: string[] }>;
}

export default drawPage("section", async function UnknownSettingsPage({ params }: Props) {
  const { unknown } = await params;
  await requireSession(`/settings/${unknown.map(encodeURIComponent).join("/")}`);
  notFound();
});
