import { findPart } from "./find-part";

const PIECE_MS = 26;
const PIECE_LENGTH = 3;
/** The picture starts by itself once this share of it is visible. */
const SEEN_PART = 0.4;

/**
 * Plays the picture of the start page: a command is typed, then its consequences appear. All of it is in the page from the
 * beginning and stays there for screen readers; only what has not happened yet is transparent.
 */
export function prepareSplit(root: HTMLElement): void {
  const split = new LiveSplit(root);
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  split.hideSteps();
  const observer = new IntersectionObserver(
    ([entry]) => {
      if (!entry?.isIntersecting) return;
      observer.disconnect();
      split.play();
    },
    { threshold: SEEN_PART },
  );
  observer.observe(root);
}

type State = "waiting" | "playing" | "paused" | "done";

class LiveSplit {
  readonly #typed: HTMLElement;
  readonly #whole: readonly Node[];
  readonly #steps: readonly HTMLElement[];
  readonly #control: HTMLButtonElement;
  #acts: { afterMs: number; run: () => void }[] = [];
  #next = 0;
  #timer: number | undefined;
  #state: State = "done";

  constructor(root: HTMLElement) {
    this.#typed = findPart(root, "split-typed");
    this.#whole = [...this.#typed.childNodes].map((node) => node.cloneNode(true));
    this.#steps = [...root.querySelectorAll<HTMLElement>("[data-split-step]")];
    this.#control = findPart<HTMLButtonElement>(root, "split-control");
    this.#control.hidden = false;
    this.#control.addEventListener("click", () => this.#toggle());
    this.#enter("done");
  }

  hideSteps(): void {
    this.#typed.replaceChildren(...this.#whole.map((node) => node.cloneNode(true)));
    const pieces = splitPieces(this.#typed);
    for (const part of [...pieces, ...this.#steps]) part.toggleAttribute("data-hidden", true);
    const show = (part: HTMLElement) => () => {
      part.toggleAttribute("data-hidden", false);
    };
    this.#acts = [
      ...pieces.map((piece) => ({ afterMs: PIECE_MS, run: show(piece) })),
      ...this.#steps.map((step) => ({ afterMs: Number(step.dataset["splitStep"]), run: show(step) })),
    ];
    this.#next = 0;
    this.#enter("waiting");
  }

  play(): void {
    if (this.#state === "playing") return;
    this.#enter("playing");
    this.#goOn();
  }

  #goOn(): void {
    const act = this.#acts[this.#next];
    if (!act) {
      this.#typed.replaceChildren(...this.#whole.map((node) => node.cloneNode(true)));
      this.#enter("done");
      return;
    }
    this.#timer = window.setTimeout(() => {
      act.run();
      this.#next += 1;
      this.#goOn();
    }, act.afterMs);
  }

  #toggle(): void {
    if (this.#state === "playing") {
      clearTimeout(this.#timer);
      this.#enter("paused");
      return;
    }
    if (this.#state === "done") this.hideSteps();
    this.play();
  }

  #enter(state: State): void {
    this.#state = state;
    const label = this.#control.querySelector<HTMLElement>("[data-play]");
    const { pause = "", play = "", replay = "" } = label?.dataset ?? {};
    if (label) label.textContent = state === "playing" ? pause : state === "done" ? replay : play;
    this.#control.toggleAttribute("data-playing", state === "playing");
  }
}

/** Short spans in place of the texts, so that they can appear one after the other while the lines keep their places. */
function splitPieces(code: HTMLElement): HTMLElement[] {
  const walker = document.createTreeWalker(code, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  return texts.flatMap((text) => {
    const pieces = [];
    for (let at = 0; at < text.data.length; at += PIECE_LENGTH) {
      const piece = document.createElement("span");
      piece.className = "data-hidden:opacity-0";
      piece.textContent = text.data.slice(at, at + PIECE_LENGTH);
      pieces.push(piece);
    }
    text.replaceWith(...pieces);
    return pieces;
  });
}
