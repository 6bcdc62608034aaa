import { Plus, Webhook } from "lucide-react";
import { getTranslations } from "next-intl/server";
import { pathOfNewRoom, WEBHOOKS_PATH } from "@/app/_links";
import { IconLink } from "@/app/_ui/controls/icon-link";
import { readText, type SearchParams } from "@/app/_ui/list/search-params";
import { BackLink } from "@/app/_ui/page/back-link";
import { EmptyState } from "@/app/_ui/page/empty-state";
import { PageHeader } from "@/app/_ui/page/page-header";
import { pageTitle } from "@/app/_ui/page/page-title";
import { requireSession } from "@/lib/accounts/sessions/session";
import { preferShared } from "@/lib/rooms/workspace";
import { openWebhookRooms } from "@/lib/webhooks/settings/open-webhook";
import { listEventGroups } from "../event-groups";
import { VerifierCode } from "../verifier-code";
import { NewWebhookForm } from "./new-webhook-form";

export const generateMetadata = pageTitle("webhooks.createTitle");

export default async function NewWebhookPage({ searchParams }: { searchParams: SearchParams }) {
  const { user } = await requireSession(`${WEBHOOKS_PATH}/new`);
  const [params, managed, groups, t] = await Promise.all([
    searchParams,
    openWebhookRooms(user.id),
    listEventGroups(),
    getTranslations("webhooks"),
  ]);
  const asked = readText(params, "room");
  const rooms = preferShared(managed);
  const room = rooms.find(({ roomId }) => roomId === asked) ?? rooms[0];
  const events = groups.flatMap((group) => group.events.map(({ type }) => type));
  const wanted = events.filter((type) => type === readText(params, "event"));
  return (
    <>
      <PageHeader back={<BackLink href={WEBHOOKS_PATH}>{t("title")}</BackLink>} title={t("createTitle")} />
      {room ? (
        <NewWebhookForm
          start={{ room: room.roomId, name: "", url: "", events: wanted, headers: [], standardHeaders: false }}
          groups={groups}
          verifier={<VerifierCode isRevealed />}
          rooms={rooms.map(({ roomId, roomName }) => ({ id: roomId, name: roomName }))}
        />
      ) : (
        <EmptyState icon={Webhook} title={t("noRoomsTitle")} text={t("noRooms")}>
          <IconLink look="primary" icon={Plus} href={pathOfNewRoom("", "webhook")}>
            {t("createRoom")}
          </IconLink>
        </EmptyState>
      )}
    </>
  );
}
