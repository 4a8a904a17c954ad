/** The cookie of the sign-in contains the path. */
const maxLength = 1000

/**
 * Where to go after the sign-in. Everything but a path of this site becomes the home page, so that
 * a link cannot send people to another site (RFC 9700 §4.11).
 */
export function parseReturnPath(value: string | null, appUrl: string): string {
  // Browsers read a backslash as a slash, and drop tabs and line breaks (WHATWG URL §4.4).
  if (value === null || value.length > maxLength || !/^\/(?![/\\])[\x21-\x7e]*$/.test(value) || value.includes('\\'))
    return '/'
  if (!URL.canParse(value, appUrl)) return '/'
  const url = new URL(value, appUrl)
  const path = `${url.pathname}${url.search}${url.hash}`
  // Dot segments could leave a path that starts with two slashes: /.//evil.example.
  return url.origin === appUrl && !path.startsWith('//') ? path : '/'
}
