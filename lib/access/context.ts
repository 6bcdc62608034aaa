/** For lists of the caller's own billing context: the list is bounded by it, so there is nothing to find. */
export const openContext = (): Promise<null> => Promise.resolve(null);
