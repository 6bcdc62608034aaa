// Generated from package.json by `npm run sdk`. Do not edit.
export const VERSION = "0.2.0";
