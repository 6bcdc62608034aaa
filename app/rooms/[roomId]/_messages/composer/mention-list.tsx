"use client";

import { useTranslations } from "next-intl";
import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from "react";
import { joinClasses } from "@/app/_ui/controls/join-classes";
import { Avatar } from "@/app/_ui/shown/avatar";
import { findTypedName } from "@/lib/mentions/mention";

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
          className={joinClasses(
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
              <Avatar name={person.name} id={person.userId} />
              <span className="min-w-0 flex-1 truncate">{person.name}</span>
            </div>
          ))}
        </div>
      )}
    </>
  );
}

export interface Mentionable {
  userId: string;
  name: string;
}

const GATHER_MS = 120;

interface Typed {
  start: number;
  typed: string;
}

export type MentionList = ReturnType<typeof useMentionList>;

/**
 * Completes a name after an @ while someone types it. The text is all there is: a whole name mentions its
 * person without this list, and without JavaScript.
 */
export function useMentionList(roomId: string, fieldRef: RefObject<HTMLTextAreaElement | null>) {
  const id = `${useId()}-people`;
  const [asked, setAsked] = useState<Typed | null>(null);
  const [active, setActive] = useState(0);
  const [inserted, setInserted] = useState<string | null>(null);
  const found = usePeople(roomId, asked?.typed ?? null);
  const people = asked === null ? [] : narrow(found, asked.typed);
  const chosen = people[Math.min(active, people.length - 1)];
  const shut = (): void => setAsked(null);

  function insert({ name }: Mentionable): void {
    const field = fieldRef.current;
    if (!field || !asked) return;
    field.setRangeText(`${name} `, asked.start + 1, field.selectionStart, "end");
    field.dispatchEvent(new Event("input", { bubbles: true }));
    field.focus();
    shut();
    setInserted(name);
  }

  return {
    id,
    people,
    chosen,
    count: people.length,
    inserted,
    insert,
    shut,
    handleKey: (event: KeyboardEvent<HTMLTextAreaElement>): boolean => {
      const act = chosen ? readKey(event) : null;
      if (act === null || !chosen) return false;
      event.preventDefault();
      if (act === "shut") shut();
      else if (act === "insert") insert(chosen);
      else setActive((people.indexOf(chosen) + act + people.length) % people.length);
      return true;
    },
    look: (): void => {
      const { value = "", selectionStart = 0, selectionEnd = 0 } = fieldRef.current ?? {};
      setInserted(null);
      setActive(0);
      setAsked(selectionStart === selectionEnd ? findTypedName(value, selectionStart) : null);
    },
    fieldProps: {
      "aria-autocomplete": "list",
      "aria-controls": chosen ? id : undefined,
      "aria-activedescendant": chosen ? `${id}-${chosen.userId}` : undefined,
    } as const,
  };
}

/** A step in the list, or the end of it. null: the key is for the text, or for an input method. */
function readKey({ key, nativeEvent, ...keys }: KeyboardEvent): -1 | 1 | "insert" | "shut" | null {
  if (nativeEvent.isComposing || nativeEvent.keyCode === 229) return null;
  if (keys.shiftKey || keys.altKey || keys.metaKey || keys.ctrlKey) return null;
  switch (key) {
    case "ArrowDown":
      return 1;
    case "ArrowUp":
      return -1;
    case "Enter":
    case "Tab":
      return "insert";
    case "Escape":
      return "shut";
    default:
      return null;
  }
}

function narrow(people: readonly Mentionable[], typed: string): readonly Mentionable[] {
  const wanted = typed.toLowerCase();
  const fitting = people.filter(({ name }) => name.toLowerCase().includes(wanted));
  return fitting.length === 1 && fitting[0]?.name.toLowerCase() === wanted ? [] : fitting;
}

function usePeople(roomId: string, typed: string | null): readonly Mentionable[] {
  const [people, setPeople] = useState<readonly Mentionable[]>([]);
  useEffect(() => {
    const stop = new AbortController();
    const read = async () => {
      const found = typed === null ? [] : await findPeople(roomId, typed, stop.signal);
      if (!stop.signal.aborted) setPeople(found);
    };
    const timer = setTimeout(() => void read(), typed === null ? 0 : GATHER_MS);
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, [roomId, typed]);
  return people;
}

async function findPeople(roomId: string, typed: string, signal: AbortSignal): Promise<Mentionable[]> {
  try {
    const answer = await fetch(`/api/rooms/${roomId}/people?q=${encodeURIComponent(typed)}`, { signal });
    return answer.ok ? ((await answer.json()) as Mentionable[]) : [];
  } catch {
    return [];
  }
}
