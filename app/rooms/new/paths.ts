import { ROOMS_PATH } from "../_frame/paths";

export const NEW_ROOM_PATH = `${ROOMS_PATH}/new`;

/** The name of the personal area in URLs and form values. */
export const OWN_PLACE = "own";

export function pathOfNewRoom(place: string): string {
  return `${NEW_ROOM_PATH}?in=${encodeURIComponent(place)}`;
}
