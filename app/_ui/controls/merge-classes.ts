import { extendTailwindMerge } from "tailwind-merge";

/** Later classes override earlier ones for the same property. Registers our font sizes, which look like colours to the library. */
export const mergeClasses = extendTailwindMerge({ extend: { classGroups: { "font-size": [{ text: ["dense"] }] } } });
