import { Check, Ellipsis } from "lucide-react";
import { useTranslations } from "next-intl";
import { MENU_BUTTON_CLASS } from "@/app/_ui/controls/menu-item";
import { PopDetails } from "@/app/_ui/controls/pop-details";
import { Copyable } from "@/app/_ui/shown/copyable";
import { MUTE_CHOICES, NOTICE_LEVELS, type NoticeLevel } from "@/lib/mentions/level";
import { chooseRoomLevel } from "../actions";

interface MenuRoom {
  id: string;
  name: string;
  organizationName: string | null;
  isDirect: boolean;
}

/** `level` is null during a mute with an end. */
export function RoomMenu({ room, level }: { room: MenuRoom; level: NoticeLevel | null }) {
  const { id, name, organizationName, isDirect } = room;
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
        <LevelForm roomId={id} level={level} />
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

function LevelForm({ roomId, level }: { roomId: string; level: NoticeLevel | null }) {
  const t = useTranslations("roomLevel");
  return (
    <form action={chooseRoomLevel} aria-label={t("title")} className="border-t border-line pt-2">
      <p className="text-xs text-ink-3">{t("title")}</p>
      <input type="hidden" name="roomId" value={roomId} />
      {[...NOTICE_LEVELS, ...MUTE_CHOICES].map((choice) => (
        <button
          type="submit"
          key={choice}
          name="choice"
          value={choice}
          aria-pressed={choice === level}
          className="group flex min-h-8 w-full items-center gap-2 rounded-control px-2 text-start hover:bg-muted pointer-coarse:min-h-11"
        >
          <Check aria-hidden className="invisible size-4 shrink-0 text-accent group-aria-pressed:visible" />
          {t(`choices.${choice}`)}
        </button>
      ))}
    </form>
  );
}
