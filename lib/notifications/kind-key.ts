import type { NotificationKind } from "./notification";

type KindKey<Kind = NotificationKind> = Kind extends `${infer Subject}.${infer What}` ? `${Subject}_${What}` : never;

export function keyOf(kind: NotificationKind): KindKey {
  return kind.replaceAll(".", "_") as KindKey;
}
