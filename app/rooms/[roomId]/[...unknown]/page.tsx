import { notFound } from "next/navigation";
import { renderPage } from "@/app/_ui/page/render-page";
import { requireSession } from "@/lib/accounts/sessions/session";

interface Props {
  params: Promise<{ roomId: string; unknown: string[] }>;
}

export default renderPage("tab", async function UnknownRoomPage({ params }: Props) {
  const { roomId, unknown } = await params;
  await requireSession(`/rooms/${[roomId, ...unknown].map(encodeURIComponent).join("/")}`);
  notFound();
});
