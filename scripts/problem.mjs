/** An error that the reader can repair: shown as a short message, without a stack trace. */
export class Problem extends Error {
  /** @override */
  name = "Problem";

  /** @param {string} message @param {number} [exitCode] of the process: one of its own where a script has to tell it apart */
  constructor(message, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

/**
 * Ends the process with a problem's message, or with the stack of anything else.
 * @param {() => Promise<void>} work
 */
export async function exitOnProblem(work) {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    console.error(error.message);
    process.exitCode = error.exitCode;
  }
}

/** @param {unknown} error */
export function readMessage(error) {
  return error instanceof Error ? error.message : String(error);
}

/** @param {unknown} error @returns {string | undefined} the `code` that Node and PostgreSQL put on their errors */
export function readCode(error) {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}
