import { Ellipsis } from "lucide-react";
import { useTranslations } from "next-intl";
import { MENU_BUTTON_CLASS } from "@/app/_ui/controls/menu-item";
import { PopDetails } from "@/app/_ui/controls/pop-details";
import { Copyable } from "@/app/_ui/shown/copyable";

interface MenuRoom {
  id: string;
  name: string;
  organizationName: string | null;
  isDirect: boolean;
}

export function RoomMenu({ room: { id, name, organizationName, isDirect } }: { room: MenuRoom }) {
  const t = useTranslations("rooms");
  return (
    <PopDetails className="relative shrink-0">
      <summary aria-label={t("menu")} title={t("menu")} className={MENU_BUTTON_CLASS}>
        <Ellipsis aria-hidden className="size-4" />
      </summary>
      {/* Takes the focus of a press on its text, so that it stays open while the text is selected. */}
      <div
        tabIndex={-1}
        className="absolute inset-e-0 top-full z-30 mt-1 grid w-80 max-w-[calc(100vw-2rem)] gap-2 rounded-card border border-line bg-raised p-3 text-dense shadow-float outline-none"
      >
        <div>
          <p className="font-semibold">{name}</p>
          <p className="text-ink-3">{isDirect ? t("direct") : (organizationName ?? t("own"))}</p>
        </div>
        {isDirect ? null : (
          <div className="border-t border-line pt-2">
            <p className="text-xs text-ink-3">{t("id")}</p>
            <Copyable text={id} label={t("id")} />
          </div>
        )}
      </div>
    </PopDetails>
  );
}
