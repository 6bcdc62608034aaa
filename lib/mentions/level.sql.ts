// SQL: part of the statements that notify and count.
export function isMuted(place: string, at: string): string {
  return `coalesce(${place}.level = 'NONE' OR ${place}.quiet_until > ${at}, false)`;
}
