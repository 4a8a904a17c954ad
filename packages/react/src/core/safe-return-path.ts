// Paths that a page may return to after signing in (RFC 9700 §4.11: no open redirect).

/**
 * @param value can come from a link, so it is not trusted
 * @returns a path with search and fragment on `origin`; `/` for everything else
 */
export function toSafeReturnPath(value: unknown, origin: string): string {
  // eslint-disable-next-line no-control-regex -- browsers remove tabs and line feeds from addresses
  if (typeof value !== 'string' || value.length > 2048 || !/^\/(?!\/)[^\\\u0000-\u0020\u007f]*$/.test(value)) return '/'
  if (!URL.canParse(value, origin)) return '/'
  const url = new URL(value, origin)
  // "/.//other.example" becomes "//other.example".
  return url.origin === origin && !url.pathname.startsWith('//') ? url.pathname + url.search + url.hash : '/'
}
