/** JSON that PostgreSQL takes: it stores neither NUL nor half of a character pair. */
export function toStorableJson(value: unknown): string {
  return JSON.stringify(value, (_name, member: unknown) =>
    typeof member === "string" && /[\0\ud800-\udfff]/.test(member)
      ? member.toWellFormed().replaceAll("\0", "\ufffd")
      : member,
  );
}
