export interface OriginMark {
  kind: "app" | "connector" | "key" | "device";
  name: string | null;
  /** null when this viewer may not see the request or it is too old to be explained. */
  requestId: string | null;
}

const KINDS = { app: "app", conn: "connector", key: "key", ses: "device" } as const;

export function readOriginKind(viaId: string): OriginMark["kind"] | null {
  const prefix = viaId.split("_")[0] ?? "";
  return prefix in KINDS ? KINDS[prefix as keyof typeof KINDS] : null;
}
