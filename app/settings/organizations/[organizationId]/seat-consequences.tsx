import { useTranslations } from "next-intl";
import { Notice } from "@/app/_ui/page/notice";
import type { SeatCount } from "@/lib/rooms/end-seats";

export function SeatConsequences({ seats }: { seats: SeatCount }) {
  const t = useTranslations("organizationSettings.consequences");
  return (
    <Notice tone={seats.ownedAlone > 0 ? "warn" : "neutral"}>
      <p>{t("rooms", { count: seats.rooms })}</p>
      {seats.ownedAlone > 0 ? <p className="mt-1">{t("ownedAlone", { count: seats.ownedAlone })}</p> : null}
    </Notice>
  );
}
