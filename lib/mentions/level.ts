export const NOTICE_LEVELS = ["ALL", "MENTIONS", "NONE"] as const;
export type NoticeLevel = (typeof NOTICE_LEVELS)[number];

const HOUR_MS = 60 * 60 * 1000;
const MUTES = { hour: HOUR_MS, day: 24 * HOUR_MS, week: 7 * 24 * HOUR_MS } as const;
export type Mute = keyof typeof MUTES;
export const MUTE_CHOICES = Object.keys(MUTES) as readonly Mute[];

export interface RoomLevel {
  level: NoticeLevel;
  quietUntil: Date | null;
}

export const DEFAULT_LEVEL: RoomLevel = { level: "MENTIONS", quietUntil: null };

export function chooseLevel(choice: string, { level }: RoomLevel, at: Date): RoomLevel | null {
  const chosen = NOTICE_LEVELS.find((each) => each === choice);
  if (chosen) return { level: chosen, quietUntil: at };
  const mute = MUTE_CHOICES.find((each) => each === choice);
  if (!mute) return null;
  return { level: level === "NONE" ? "MENTIONS" : level, quietUntil: new Date(at.getTime() + MUTES[mute]) };
}

export function findMuteEnd({ level, quietUntil }: RoomLevel, at: Date): Date | null {
  return level !== "NONE" && quietUntil !== null && quietUntil > at ? quietUntil : null;
}
