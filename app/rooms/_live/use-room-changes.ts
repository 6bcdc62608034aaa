"use client";

import { useEffect, useRef } from "react";
import type { PeopleHere } from "@/lib/rooms/presence";

export interface RoomChange {
  id: string;
  type: string;
  objectId: string;
}

interface Changes {
  cursor: string;
  changes: RoomChange[];
}

const FIRST_WAIT_MS = 2_000;
const LONGEST_WAIT_MS = 60_000;
const SLOWER = 1.6;
/** Recent ids, because events can repeat after a reconnect. */
const KNOWN_MAX = 500;

/**
 * Calls back when something happened in the room: `type` is the event type ("task.updated"), `objectId`
 * the task, record, message or file. "resync": too much was missed, read everything again. "gone": this person can no
 * longer see the room. A change may arrive late, but none is lost; a person's own changes arrive too.
 * `onPeople`: who is here. null: the stream is interrupted, and no one knows.
 */
export function useRoomChanges(
  roomId: string,
  onChange: (change: RoomChange) => void,
  onPeople: (people: PeopleHere | null) => void = ignore,
): void {
  const latest = useRef({ onChange, onPeople });
  useEffect(() => {
    latest.current = { onChange, onPeople };
  });
  useEffect(() => {
    const follower = new RoomFollower(
      roomId,
      (change) => latest.current.onChange(change),
      (people) => latest.current.onPeople(people),
    );
    follower.begin();
    return () => follower.end();
  }, [roomId]);
}

function ignore(): void {}

/**
 * Follows a room by server-sent events while the page is visible. When the stream fails it polls instead, with a growing
 * delay, and tries the stream again after each response.
 */
class RoomFollower {
  readonly #path: string;
  readonly #known = new Set<string>();
  #cursor = "";
  #stream: EventSource | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #waitMs = FIRST_WAIT_MS;
  #isOver = false;

  constructor(
    roomId: string,
    private readonly onChange: (change: RoomChange) => void,
    private readonly onPeople: (people: PeopleHere | null) => void,
  ) {
    this.#path = `/api/rooms/${encodeURIComponent(roomId)}`;
  }

  begin(): void {
    document.addEventListener("visibilitychange", this.#follow);
    this.#follow();
  }

  end(): void {
    this.#isOver = true;
    this.#hangUp();
    document.removeEventListener("visibilitychange", this.#follow);
  }

  /** A hidden page holds no connection: browsers allow few per site. */
  readonly #follow = (): void => {
    if (document.hidden) this.#hangUp();
    else this.#listen();
  };

  #addressOf(kind: "live" | "changes"): string {
    return `${this.#path}/${kind}${this.#cursor ? `?after=${this.#cursor}` : ""}`;
  }

  #listen(): void {
    if (this.#isOver || this.#stream || document.hidden) return;
    clearTimeout(this.#timer);
    const stream = new EventSource(this.#addressOf("live"));
    this.#stream = stream;
    stream.addEventListener("beat", ({ lastEventId }) => {
      this.#cursor = lastEventId;
      this.#waitMs = FIRST_WAIT_MS;
    });
    stream.addEventListener("change", ({ lastEventId, data }: MessageEvent<string>) => {
      this.#cursor = lastEventId;
      this.#tell(JSON.parse(data) as RoomChange);
    });
    stream.addEventListener("people", ({ lastEventId, data }: MessageEvent<string>) => {
      this.#cursor = lastEventId;
      this.onPeople(JSON.parse(data) as PeopleHere);
    });
    // The browser reopens a broken stream, but not a refused one.
    stream.addEventListener("error", () => {
      this.onPeople(null);
      if (stream.readyState === EventSource.CLOSED) this.#askLater();
    });
  }

  #hangUp(): void {
    this.#stream?.close();
    this.#stream = null;
    clearTimeout(this.#timer);
  }

  #askLater(): void {
    this.#hangUp();
    this.#timer = setTimeout(() => void this.#ask(), this.#waitMs);
    this.#waitMs = Math.min(LONGEST_WAIT_MS, this.#waitMs * SLOWER);
  }

  async #ask(): Promise<void> {
    const { status, news } = await readChanges(this.#addressOf("changes"));
    if (this.#isOver || this.#stream || document.hidden) return;
    // Signed out: typed text stays on the page, and the next submission reports it.
    if (status === 401) return this.end();
    if (status === 404) {
      this.end();
      return this.onChange({ id: "", type: "gone", objectId: "" });
    }
    if (!news) return this.#askLater();
    this.#cursor = news.cursor;
    for (const change of news.changes) this.#tell(change);
    this.#listen();
  }

  #tell(change: RoomChange): void {
    if (change.id !== "") {
      if (this.#known.has(change.id)) return;
      this.#known.add(change.id);
      const [oldest] = this.#known;
      if (this.#known.size > KNOWN_MAX && oldest !== undefined) this.#known.delete(oldest);
    }
    this.onChange(change);
  }
}

/** A network failure is a response without a status. */
async function readChanges(path: string): Promise<{ status: number; news: Changes | null }> {
  try {
    const answer = await fetch(path, { cache: "no-store" });
    return { status: answer.status, news: answer.ok ? ((await answer.json()) as Changes) : null };
  } catch {
    return { status: 0, news: null };
  }
}
