import { Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { LinkButton } from "@/app/_ui/controls/button";
import { pathOfNewRoom } from "@/app/rooms/_frame/paths";

/** For people who manage no room: the new room leads back to its first webhook. */
export function CreateRoomButton() {
  const t = useTranslations("webhooks");
  return (
    <LinkButton look="primary" href={pathOfNewRoom("", "webhook")}>
      <Plus aria-hidden />
      {t("createRoom")}
    </LinkButton>
  );
}
