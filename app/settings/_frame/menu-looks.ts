const SUMMARY = "flex min-w-0 items-center gap-2 rounded-control p-1.5 hover:bg-muted";
const PANEL = "start-0 max-h-[70dvh] w-60 rounded-control border p-1.5";

export const BELOW = { frame: "relative min-w-0", summary: SUMMARY, panel: `top-full mt-1 ${PANEL}` };
export const ABOVE = { frame: "relative min-w-0", summary: SUMMARY, panel: `bottom-full mb-1 ${PANEL}` };
/** The whole width below the header. */
export const ACROSS = {
  frame: "group",
  summary: "grid size-9 pointer-coarse:size-11 place-items-center rounded-control border border-line bg-surface",
  panel: "inset-x-0 top-full max-h-[calc(100dvh-3.5rem)] border-b p-4",
};
