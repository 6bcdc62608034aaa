export const openContext = (): Promise<null> => Promise.resolve(null);
