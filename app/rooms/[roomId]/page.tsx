import { readText } from "@/app/_ui/list/search-params";
import { renderPage } from "@/app/_ui/page/render-page";
import { openRoomPage, type RoomPageProps } from "@/app/rooms/_frame/open-room";
import { mayManage } from "@/lib/access/membership";
import { findUnread, readQuoted } from "@/lib/messages/queries";
import { isId } from "@/lib/platform/ids";
import { ReactionForm } from "./_messages/reactions/reaction-form";
import { readThread } from "./_messages/thread/read-thread";
import type { SharedMessage } from "./_messages/thread/thread-page";
import { ThreadView } from "./_messages/thread/thread-view";

export default renderPage("tab", async function MessagesPage({ params, searchParams }: RoomPageProps) {
  const { userId, name, access, room, canWrite } = await openRoomPage((await params).roomId, "messages");
  const given = await searchParams;
  const readId = (name: string) => {
    const id = readText(given, name);
    return isId("msg", id) ? id : "";
  };
  const [around, before, reply] = [readId("message"), readId("before"), readId("reply")];
  const act = (["react", "edit", "delete"] as const).map((kind) => ({ kind, textId: readId(kind) }));
  const [initial, initialReply, unread] = await Promise.all([
    readThread(userId, access, { around, before }),
    canWrite && reply ? readQuoted(access, reply) : null,
    findUnread(userId, access),
  ]);
  const reacted = initial.messages.find(({ id }) => id === readId("react"));
  return (
    <ThreadView
      // Another part of the thread is a new view; a refresh of the same part keeps its state.
      key={`${room.id} ${around} ${before}`}
      roomId={room.id}
      person={{ id: userId, name }}
      canWrite={canWrite}
      canModerate={mayManage(room.role) && !room.isDirect}
      initial={initial}
      initialReply={initialReply}
      unread={unread}
      reactionForm={reacted ? <ReactionForm roomId={room.id} messageId={reacted.id} own={listOwn(reacted)} /> : null}
      initialAct={act.find(({ textId }) => textId !== "") ?? null}
      targetId={around}
    />
  );
});

function listOwn({ reactions }: SharedMessage): string[] {
  return reactions.flatMap(({ emoji, isOwn }) => (isOwn ? emoji : []));
}
