import { useTranslations } from "next-intl";
import { Copyable } from "@/app/_ui/copyable";
import { Fact, FactList } from "@/app/_ui/fact-list";
import { Time } from "@/app/_ui/time";
import type { TaskDetail } from "@/lib/tasks/queries";

export function TaskFacts({ task, now }: { task: TaskDetail; now: string }) {
  const t = useTranslations("roomTasks");
  return (
    <section aria-labelledby="facts" className="[&_.font-mono]:text-xs [&_dt]:w-22">
      <h3 id="facts" className="mb-2 font-semibold">
        {t("detail.facts")}
      </h3>
      <FactList>
        <Fact name={t("form.board")}>{task.board.name}</Fact>
        <Fact name={t("detail.creator")}>{task.creator ?? t("board.nobody")}</Fact>
        <Fact name={t("detail.created")}>
          <Time value={task.createdAt} />
        </Fact>
        <Fact name={t("detail.updated")}>
          <Time value={task.updatedAt} style="relative" now={now} />
        </Fact>
        <Fact name={t("detail.version")}>{task.version}</Fact>
        <Fact name={t("detail.id")}>
          <Copyable text={task.id} label={t("detail.id")} />
        </Fact>
      </FactList>
    </section>
  );
}
