export const LAST_VISITED_COOKIES = { area: "svc_last_area", room: "svc_last_room" } as const;
export type LastVisited = keyof typeof LAST_VISITED_COOKIES;
