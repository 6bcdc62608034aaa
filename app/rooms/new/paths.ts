import { ROOMS_PATH } from "../_frame/paths";

export const NEW_ROOM_PATH = `${ROOMS_PATH}/new`;

/** The person's own area, as the address and the form name it. */
export const OWN_PLACE = "own";

export function pathOfNewRoom(place: string): string {
  return `${NEW_ROOM_PATH}?in=${encodeURIComponent(place)}`;
}
