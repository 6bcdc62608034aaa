import { listChanges } from "../list-changes";
import { withRoom } from "../with-room";

/** The same for browsers and networks that hold no stream open: what happened since the last answer. */
export const GET = withRoom(listChanges);
