export const CONFIRM_PATH = "/confirm";

export function confirmPath(path: string): string {
  return `${CONFIRM_PATH}?callbackUrl=${encodeURIComponent(path)}`;
}
