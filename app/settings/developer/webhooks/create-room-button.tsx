import { Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { LinkButton } from "@/app/_ui/controls/button";
import { pathOfNewRoom } from "@/app/rooms/_frame/paths";

export function CreateRoomButton() {
  const t = useTranslations("webhooks");
  return (
    <LinkButton look="primary" href={pathOfNewRoom("", "webhook")}>
      <Plus aria-hidden />
      {t("createRoom")}
    </LinkButton>
  );
}
