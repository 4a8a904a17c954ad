// Where the browser goes after signing in. The server says so, and still it is checked here: an open redirect would
// hand a freshly signed-in person to a stranger's page.

/**
 * Whether a text is a path of this site and nothing else (RFC 3986 §4.2 absolute-path reference; RFC 9700 §4.11).
 * @param origin this site's origin
 */
export function isSameOriginPath(path: string, origin: string): boolean {
  if (!/^\/(?![/\\])[\x21-\x7e]*$/.test(path) || path.includes('\\')) return false
  return URL.canParse(path, origin) && new URL(path, origin).origin === origin
}
