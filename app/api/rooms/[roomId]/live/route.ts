import { openLiveStream } from "../open-live-stream";
import { withRoom } from "../with-room";

/** Streams a room's changes as server-sent events. */
export const GET = withRoom(openLiveStream);
