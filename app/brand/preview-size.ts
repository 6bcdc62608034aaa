/** Of the picture that chats and feeds show beside a link. */
export const PREVIEW_SIZE = { width: 1200, height: 630 };
