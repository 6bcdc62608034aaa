import { Hash, type LucideIcon, MessageCircle, NotebookPen } from "lucide-react";
import type { RoomGroup } from "@/lib/rooms/workspace";

export const GROUP_ICONS: Readonly<Record<RoomGroup["kind"], LucideIcon>> = {
  organization: Hash,
  own: NotebookPen,
  direct: MessageCircle,
};
