/**
 * @param {string} url of a database
 * @param {string} name of another one on the same server
 */
export function replaceDatabase(url, name) {
  const replaced = new URL(url);
  replaced.pathname = `/${name}`;
  return replaced.href;
}
