import { notFound } from "next/navigation";
import { drawPage } from "@/app/_ui/page/draw-page";
import { requireSession } from "@/lib/accounts/sessions/session";

interface Props {
  params: Promise<{ roomId: string; unknown: string[] }>;
}

export default drawPage("tab", async function UnknownRoomPage({ params }: Props) {
  const { roomId, unknown } = await params;
  await requireSession(`/rooms/${[roomId, ...unknown].map(encodeURIComponent).join("/")}`);
  notFound();
});
