/** `npm run test:all`: more rounds of what is slow by nature. */
export const IS_NIGHT = process.env["SVC_TEST_ALL"] === "true";
