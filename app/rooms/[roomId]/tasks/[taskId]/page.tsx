import type { Metadata } from "next";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { cache } from "react";
import { BackLink } from "@/app/_ui/page/back-link";
import { openShownTitle } from "@/app/_ui/page/open-shown-title";
import { orNotFound } from "@/app/_ui/page/or-not-found";
import { renderPage, titlePage } from "@/app/_ui/page/render-page";
import { Ago } from "@/app/_ui/shown/ago";
import { Copyable } from "@/app/_ui/shown/copyable";
import { Fact, FactList } from "@/app/_ui/shown/fact-list";
import { Time } from "@/app/_ui/shown/time";
import { openRoomPage } from "@/app/rooms/_frame/open-room";
import { ViaMark } from "@/app/rooms/_frame/via-mark";
import { RoomWatch } from "@/app/rooms/_live/room-watch";
import { listAttachments } from "@/lib/files/queries";
import { now } from "@/lib/platform/clock";
import type { OriginMark } from "@/lib/requests/origin-mark";
import { readOrigins } from "@/lib/requests/read-origins";
import { listAssignable, readTask, type TaskDetail } from "@/lib/tasks/queries";
import { AttachmentList } from "../../_files/attachment-list";
import { UploadArea } from "../../_files/upload-area";
import { TaskForm } from "../_form/task-form";
import { DueMark } from "../_parts/dates";
import { People } from "../_parts/people";
import { FIRST_VIEW, pathOfView } from "../_parts/tasks-view";
import { TaskText } from "./task-text";

interface Props {
  params: Promise<{ roomId: string; taskId: string }>;
}

const openTask = cache(async (roomId: string, taskId: string) => {
  const opened = await openRoomPage(roomId, "tasks");
  const [task, shown] = await Promise.all([orNotFound(readTask(opened.access, taskId)), openShownTitle()]);
  return { ...opened, task, title: shown(task.title) };
});

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { roomId, taskId } = await params;
  return titlePage("task", async () => (await openTask(roomId, taskId)).title);
}

export default renderPage("task", async function TaskPage({ params }: Props) {
  const { roomId, taskId } = await params;
  const [opened, t] = await Promise.all([openTask(roomId, taskId), getTranslations("roomTasks")]);
  const { userId, access, canWrite } = opened;
  const {
    written: { created, changed },
    ...task
  } = opened.task;
  const [files, people, describeOrigin] = await Promise.all([
    listAttachments(access, { taskIds: [task.id] }),
    listAssignable(access, task.assigneeId),
    readOrigins(userId, access, [created, changed]),
  ]);
  const at = now().toISOString();
  return (
    <>
      <RoomWatch roomId={roomId} types={["task.", "file."]} />
      <BackLink href={pathOfView(roomId, { ...FIRST_VIEW, board: task.board.id })}>{t("back")}</BackLink>
      <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-1">
        <h2 className="min-w-0 text-lg font-semibold text-balance">{opened.title}</h2>
        <span className="text-dense text-ink-2">
          <DueMark task={task} now={at} />
        </span>
      </div>
      <div className="grid grid-cols-1 items-start gap-x-10 gap-y-9 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid grid-cols-1 gap-x-10 gap-y-9">
          <People value={people}>
            {canWrite ? <TaskForm roomId={roomId} taskId={task.id} task={task} /> : <TaskText task={task} now={at} />}
          </People>
          {files.length > 0 || canWrite ? (
            <section aria-labelledby="attachments" className="grid grid-cols-1 gap-3">
              <h3 id="attachments" className="font-semibold">
                {t("detail.attachments")}
              </h3>
              <AttachmentList files={files} label={t("detail.attachments")} />
              {canWrite ? <UploadArea roomId={roomId} target={{ taskId }} /> : null}
            </section>
          ) : null}
        </div>
        <TaskFacts task={task} created={describeOrigin(created)} changed={describeOrigin(changed)} />
      </div>
    </>
  );
});

interface TaskFactsProps {
  task: TaskDetail;
  created: OriginMark | null;
  changed: OriginMark | null;
}

function TaskFacts({ task, created, changed }: TaskFactsProps) {
  const t = useTranslations("roomTasks");
  return (
    <section aria-labelledby="facts" className="[&_.font-mono]:text-xs [&_dt]:w-22">
      <h3 id="facts" className="mb-2 font-semibold">
        {t("detail.facts")}
      </h3>
      <FactList>
        <Fact name={t("form.board")}>{task.board.name}</Fact>
        <Fact name={t("detail.creator")}>
          {task.creator ?? t("board.nobody")} <ViaMark via={created} />
        </Fact>
        <Fact name={t("detail.created")}>
          <Time value={task.createdAt} />
        </Fact>
        <Fact name={t("detail.updated")}>
          <Ago value={task.updatedAt} /> <ViaMark via={changed} />
        </Fact>
        <Fact name={t("detail.version")}>{task.version}</Fact>
        <Fact name={t("detail.id")}>
          <Copyable text={task.id} label={t("detail.id")} />
        </Fact>
      </FactList>
    </section>
  );
}
