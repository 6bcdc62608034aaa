"use client";

import { Popover } from "@base-ui/react/popover";
import { useLocale } from "next-intl";
import { type ComponentProps, type KeyboardEvent, useRef, useState } from "react";
import { Input } from "@/app/_ui/form/input";
import { listEmoji, readPickerTexts } from "./list-emoji";

interface EmojiPickerProps {
  anchor: ComponentProps<typeof Popover.Positioner>["anchor"];
  align: "start" | "end";
  label: string;
  /** The reader's own reactions, which a second choice takes back. */
  own?: readonly string[];
  onPick: (emoji: string) => void;
  onClose: (why: Popover.Root.ChangeEventDetails) => void;
}

export function EmojiPicker({ anchor, align, label, own, onPick, onClose }: EmojiPickerProps) {
  const locale = useLocale();
  const texts = readPickerTexts(locale);
  const [typed, setTyped] = useState("");
  const first = useRef<HTMLButtonElement>(null);
  const groups = listEmoji(locale, typed);
  return (
    <Popover.Root open onOpenChange={(_, why) => onClose(why)}>
      <Popover.Portal>
        <Popover.Positioner
          anchor={anchor}
          side="top"
          align={align}
          sideOffset={4}
          collisionPadding={8}
          className="z-50"
        >
          <Popover.Popup
            aria-label={label}
            initialFocus={first}
            finalFocus={false}
            onKeyDown={moveFocus}
            className="float-in grid max-h-(--available-height) w-[min(21rem,var(--available-width))] gap-2 rounded-card border border-line bg-raised p-2 shadow-float outline-none"
          >
            <Input
              type="search"
              value={typed}
              onChange={({ currentTarget }) => setTyped(currentTarget.value)}
              onKeyDown={(event) => {
                const [found] = groups[0]?.emoji ?? [];
                if (event.key !== "Enter" || event.nativeEvent.isComposing || !found) return;
                event.preventDefault();
                onPick(found.emoji);
              }}
              aria-label={texts.search}
              placeholder={texts.search}
              autoComplete="off"
            />
            <div className="max-h-64 min-h-0 overflow-y-auto overscroll-contain">
              {groups.map(({ key, label: name, emoji: offered }, n) => (
                <fieldset key={key} className="mb-1">
                  <legend className="px-1 py-0.5 text-xs text-ink-3">{name}</legend>
                  <div className="grid grid-cols-8 pointer-coarse:grid-cols-6">
                    {offered.map(({ emoji, name: label }, place) => {
                      const isFirst = n === 0 && place === 0;
                      return (
                        <button
                          key={emoji}
                          ref={isFirst ? first : null}
                          type="button"
                          data-emoji
                          tabIndex={isFirst ? 0 : -1}
                          aria-label={label}
                          title={label}
                          aria-pressed={own?.includes(emoji)}
                          onClick={() => onPick(emoji)}
                          className="grid h-9 place-items-center rounded-control text-lg hover:bg-muted aria-pressed:bg-accent-soft pointer-coarse:h-11"
                        >
                          {emoji}
                        </button>
                      );
                    })}
                  </div>
                </fieldset>
              ))}
              <p role="status" className="px-1 py-2 text-dense text-ink-2 empty:hidden">
                {groups.length === 0 ? texts.none : ""}
              </p>
            </div>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

/** Arrows go from emoji to emoji, and a letter goes to the search. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const { currentTarget: popup, key } = event;
  const all = [...popup.querySelectorAll<HTMLElement>("[data-emoji]")];
  const from = all.findIndex((each) => each.contains(document.activeElement));
  const isText = key.length === 1 && key !== " " && !event.ctrlKey && !event.metaKey && !event.altKey;
  if (from >= 0 && isText) popup.querySelector("input")?.focus();
  const next = from < 0 ? (key === "ArrowDown" ? all[0] : undefined) : findNext(all, from, key);
  if (!next) return;
  event.preventDefault();
  next.focus();
}

function findNext(all: readonly HTMLElement[], from: number, key: string): HTMLElement | undefined {
  if (key === "ArrowRight") return all[from + 1];
  if (key === "ArrowLeft") return all[from - 1];
  if (key !== "ArrowDown" && key !== "ArrowUp") return undefined;
  const here = all[from]?.getBoundingClientRect();
  const rest = key === "ArrowDown" ? all.slice(from + 1) : all.slice(0, from).reverse();
  const rows = rest.map((element) => ({ element, box: element.getBoundingClientRect() }));
  const row = rows.find(({ box }) => box.top !== here?.top)?.box.top;
  const distance = ({ box }: (typeof rows)[number]) => Math.abs(box.left - (here?.left ?? 0));
  return rows.filter(({ box }) => box.top === row).sort((one, other) => distance(one) - distance(other))[0]?.element;
}
