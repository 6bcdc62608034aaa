import { extendTailwindMerge } from "tailwind-merge";

/** Later classes win over earlier ones that set the same property; our own type sizes are sizes, not colours. */
export const mergeClasses = extendTailwindMerge({ extend: { classGroups: { "font-size": [{ text: ["dense"] }] } } });
