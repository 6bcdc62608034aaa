export const GUEST_ROLE = 10;
export const MEMBER_ROLE = 20;
export const MANAGER_ROLE = 30;
export const OWNER_ROLE = 40;
