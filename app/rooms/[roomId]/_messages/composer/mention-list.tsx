"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { mergeClasses } from "@/app/_ui/controls/merge-classes";
import { Avatar } from "@/app/_ui/shown/avatar";
import type { MentionList } from "./use-mention-list";

/** The people of `useMentionList`. The focus stays in the text; a finger or the pointer chooses as the keys do. */
export function MentionOptions({ list, className }: { list: MentionList; className: string }) {
  const t = useTranslations("messages.mention");
  const { id, people, chosen, count, inserted } = list;
  const box = useRef<HTMLDivElement>(null);
  const chosenId = chosen && `${id}-${chosen.userId}`;
  useEffect(() => {
    if (chosenId) box.current?.querySelector(`#${CSS.escape(chosenId)}`)?.scrollIntoView({ block: "nearest" });
  }, [chosenId]);
  return (
    <>
      <p role="status" className="sr-only">
        {count > 0 ? t("found", { count }) : inserted === null ? "" : t("inserted", { name: inserted })}
      </p>
      {people.length === 0 ? null : (
        <div
          ref={box}
          id={id}
          role="listbox"
          aria-label={t("list")}
          className={mergeClasses(
            "float-in max-h-56 overflow-y-auto overscroll-contain rounded-card border border-line bg-raised p-1 shadow-float",
            className,
          )}
        >
          {people.map((person) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the text field, which keeps the focus.
            <div
              key={person.userId}
              id={`${id}-${person.userId}`}
              role="option"
              tabIndex={-1}
              aria-selected={person === chosen}
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => list.insert(person)}
              className="flex min-h-9 cursor-pointer items-center gap-2.5 rounded-control px-2 py-1 hover:bg-muted aria-selected:bg-accent-soft pointer-coarse:min-h-11"
            >
              <Avatar name={person.name} />
              <span className="min-w-0 flex-1 truncate">{person.name}</span>
            </div>
          ))}
        </div>
      )}
    </>
  );
}
