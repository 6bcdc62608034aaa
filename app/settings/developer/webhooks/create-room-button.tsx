import { Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { pathOfNewRoom } from "@/app/_links";
import { LinkButton } from "@/app/_ui/controls/button";

export function CreateRoomButton() {
  const t = useTranslations("webhooks");
  return (
    <LinkButton look="primary" href={pathOfNewRoom("", "webhook")}>
      <Plus aria-hidden />
      {t("createRoom")}
    </LinkButton>
  );
}
