/** The browser imports this file too. */
export const ERRORS_PATH = "/docs/errors";

export function pathOfError(code: string): string {
  return `${ERRORS_PATH}/${code}`;
}
