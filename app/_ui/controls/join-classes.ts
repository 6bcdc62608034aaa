/** Leaves out absent classes. Two classes for one property are a mistake: the order of the style sheet decides between them. */
export const joinClasses = (...classes: (string | false | null | undefined)[]): string =>
  classes.filter(Boolean).join(" ");
