import { openLiveStream } from "../open-live-stream";
import { withRoom } from "../with-room";

/** What happens in a room, as it happens (server-sent events). */
export const GET = withRoom(openLiveStream);
