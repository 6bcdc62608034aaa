export const LAST_PLACE_COOKIES = { area: "svc_last_area", room: "svc_last_room" } as const;
export type LastPlace = keyof typeof LAST_PLACE_COOKIES;
