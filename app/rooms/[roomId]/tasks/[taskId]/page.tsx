import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { cache } from "react";
import { BackLink } from "@/app/_ui/back-link";
import { drawPage, titlePage } from "@/app/_ui/draw-page";
import { openRoomPage } from "@/app/rooms/_frame/open-room";
import { listAttachments } from "@/lib/files/queries";
import { now } from "@/lib/platform/clock";
import { TaskForm } from "../_form/task-form";
import { DueMark } from "../_parts/due-mark";
import { FIRST_VIEW, pathOfView } from "../_parts/paths";
import { findTask } from "./find-task";
import { TaskAttachments } from "./task-attachments";
import { TaskFacts } from "./task-facts";
import { TaskText } from "./task-text";
import { TaskWatch } from "./task-watch";

interface Props {
  params: Promise<{ roomId: string; taskId: string }>;
}

const openTask = cache(async (roomId: string, taskId: string) => {
  const opened = await openRoomPage(roomId, "tasks");
  return { ...opened, task: await findTask(opened.access, taskId) };
});

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { roomId, taskId } = await params;
  return titlePage("task", async () => (await openTask(roomId, taskId)).task.title);
}

export default drawPage("task", async function TaskPage({ params }: Props) {
  const { roomId, taskId } = await params;
  const [{ access, task, canWrite }, t] = await Promise.all([openTask(roomId, taskId), getTranslations("roomTasks")]);
  const files = await listAttachments(access, { taskIds: [task.id] });
  const at = now().toISOString();
  return (
    <>
      <TaskWatch roomId={roomId} />
      <BackLink href={pathOfView(roomId, { ...FIRST_VIEW, board: task.board.id })}>{t("back")}</BackLink>
      <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-1">
        <h2 className="min-w-0 text-lg font-semibold text-balance break-words">{task.title}</h2>
        <span className="text-dense text-ink-2">
          <DueMark task={task} now={at} />
        </span>
      </div>
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid grid-cols-1 gap-6">
          {canWrite ? <TaskForm roomId={roomId} taskId={task.id} task={task} /> : <TaskText task={task} now={at} />}
          <TaskAttachments roomId={roomId} taskId={task.id} files={files} canWrite={canWrite} />
        </div>
        <TaskFacts task={task} now={at} />
      </div>
    </>
  );
});
