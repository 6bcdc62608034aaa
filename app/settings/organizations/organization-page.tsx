import { useTranslations } from "next-intl";
import { getMessages, getTranslations } from "next-intl/server";
import { organizationPath } from "@/app/_links";
import { readText, type SearchParams } from "@/app/_ui/list/search-params";
import { DoneNotice } from "@/app/_ui/page/done-notice";
import { Notice } from "@/app/_ui/page/notice";
import { orNotFound } from "@/app/_ui/page/or-not-found";
import { requireSession } from "@/lib/accounts/sessions/session";
import { type OrganizationAccess, openOrganization } from "@/lib/organizations/open-organization";
import { isMailConfigured } from "@/lib/platform/mail-transport";
import type { SeatCount } from "@/lib/rooms/end-seats";

export async function openOrganizationPage(organizationId: string, rest = ""): Promise<OrganizationAccess> {
  const { user } = await requireSession(organizationPath(organizationId, rest));
  return orNotFound(openOrganization(user.id, organizationId));
}

export async function OrganizationNotice({ given }: { given: Awaited<SearchParams> }) {
  const t = await getTranslations("organizationSettings.done");
  const texts = (await getMessages()).organizationSettings.done;
  const isDone = (text: string): text is keyof typeof texts => Object.hasOwn(texts, text);
  const asked = readText(given, "done");
  const done = asked === "invited" && !isMailConfigured() ? "invitedUnmailed" : asked;
  return isDone(done) ? <DoneNotice>{t(done)}</DoneNotice> : null;
}

export function SeatConsequences({ seats }: { seats: SeatCount }) {
  const t = useTranslations("organizationSettings.consequences");
  return (
    <Notice tone={seats.ownedAlone > 0 ? "warn" : "neutral"}>
      <p>{t("rooms", { count: seats.rooms })}</p>
      {seats.ownedAlone > 0 ? <p className="mt-1">{t("ownedAlone", { count: seats.ownedAlone })}</p> : null}
    </Notice>
  );
}
