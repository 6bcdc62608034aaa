import { z } from "zod";
import { displayName } from "../../platform/text";

const NAME_MAX_LENGTH = 60;
const QUERY_MAX_LENGTH = 1_000;
export const VIEWS_PER_SCREEN_MAX = 20;

/** Screens whose filters a person can keep under a name. */
export const VIEWED_SCREENS = ["audit-log", "requests"] as const;
export type ViewedScreen = (typeof VIEWED_SCREENS)[number];

/** The query is part of a URL of the same screen, which reads what it knows of it. */
export const View = z.object({ name: displayName(NAME_MAX_LENGTH), query: z.string().max(QUERY_MAX_LENGTH) });
export type View = z.infer<typeof View>;
