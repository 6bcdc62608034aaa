import { afterAll, beforeAll } from "vitest";

/** Opened before the tests of a file, and closed after them. The returned function reads it while they run. */
export function useOpened<Opened>(
  open: () => Promise<Opened>,
  close: (opened: Opened) => unknown = () => undefined,
): () => Opened {
  const held: { opened?: Opened } = {};
  beforeAll(async () => {
    held.opened = await open();
  });
  afterAll(async () => {
    if (held.opened !== undefined) await close(held.opened);
  });
  return () => {
    if (held.opened === undefined) throw new Error("It is there once the tests run.");
    return held.opened;
  };
}
