/** Checks even paths from the server, to prevent open redirects (RFC 3986 §4.2, RFC 9700 §4.11). */
export function isSameOriginPath(path: string, origin: string): boolean {
  if (!/^\/(?![/\\])[\x21-\x7e]*$/.test(path) || path.includes('\\')) return false
  return URL.canParse(path, origin) && new URL(path, origin).origin === origin
}
