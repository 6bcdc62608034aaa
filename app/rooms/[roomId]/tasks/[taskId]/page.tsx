import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { cache } from "react";
import { BackLink } from "@/app/_ui/back-link";
import { openRoomPage } from "@/app/rooms/_frame/open-room";
import { now } from "@/lib/platform/clock";
import { TaskForm } from "../_form/task-form";
import { FIRST_VIEW, pathOfView } from "../_parts/paths";
import { findTask } from "./find-task";
import { TaskFacts } from "./task-facts";
import { TaskText } from "./task-text";

interface Props {
  params: Promise<{ roomId: string; taskId: string }>;
}

const openTask = cache(async (roomId: string, taskId: string) => {
  const opened = await openRoomPage(roomId, "tasks");
  return { ...opened, task: await findTask(opened.access, taskId) };
});

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { roomId, taskId } = await params;
  return { title: (await openTask(roomId, taskId)).task.title };
}

export default async function TaskPage({ params }: Props) {
  const { roomId, taskId } = await params;
  const [{ task, canWrite }, t] = await Promise.all([openTask(roomId, taskId), getTranslations("roomTasks")]);
  const at = now().toISOString();
  return (
    <>
      <BackLink href={pathOfView(roomId, { ...FIRST_VIEW, board: task.board.id })}>{t("back")}</BackLink>
      <h2 className="mb-4 text-lg font-semibold text-balance break-words">{task.title}</h2>
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_18rem]">
        {canWrite ? <TaskForm roomId={roomId} taskId={task.id} task={task} /> : <TaskText task={task} now={at} />}
        <TaskFacts task={task} now={at} />
      </div>
    </>
  );
}
