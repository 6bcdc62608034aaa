/** Something that the reader can put right: shown as a short message, without a stack trace. */
export class Problem extends Error {
  /** @override */
  name = "Problem";
}

/** @param {unknown} error */
export function readMessage(error) {
  return error instanceof Error ? error.message : String(error);
}

/**
 * @param {unknown} error
 * @returns {string | undefined} the `code` that Node and PostgreSQL put on their errors
 */
export function readCode(error) {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}
