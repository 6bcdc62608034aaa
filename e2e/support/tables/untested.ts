/** A line that `npm test` repeats: tests that need a language exist only where the machine has it. */
export function noteUntested(subject: string, reason: string): void {
  console.warn(`Not tested here: ${subject}. ${reason}`);
}
