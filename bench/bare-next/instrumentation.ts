/** Next would take the instrumentation of the repository, which imports the product. */
export function register(): void {}
