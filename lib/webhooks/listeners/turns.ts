/** Deliveries are prepared side by side, and leave in the order in which they took a turn. */
export function createTurns() {
  const taken = new Map<string, { before: Promise<void>; pass: () => void }>();
  let last: Promise<void> = Promise.resolve();
  return {
    take: (name: string): void => {
      let pass = (): void => undefined;
      const before = last;
      last = new Promise<void>((resolve) => {
        pass = resolve;
      });
      taken.set(name, { before, pass: () => void before.then(pass) });
    },
    /** Resolves once earlier turns are done. */
    wait: async (name: string): Promise<void> => taken.get(name)?.before,
    pass: (name: string): void => taken.get(name)?.pass(),
    leave: (name: string): void => {
      taken.get(name)?.pass();
      taken.delete(name);
    },
  };
}
