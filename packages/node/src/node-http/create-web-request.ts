// Converts requests of Node's HTTP server to Web requests.

export interface NodeRequest {
  readonly method?: string | undefined
  readonly rawHeaders: readonly string[]
}

/**
 * @param path the path and query as requested, without the removal of a mount path
 * @param origin the origin from the settings; the header Host is never used
 */
export const createWebRequest = (
  { method = 'GET', rawHeaders }: NodeRequest,
  { path, origin, body }: { path: string; origin: string; body?: string | undefined },
): Request =>
  new Request(createAddress(path, origin), {
    method,
    headers: readHeaders(rawHeaders),
    ...(method === 'POST' && body !== undefined && { body }),
  })

/** The absolute form of a request target (RFC 9112 §3.2.2) must not change the origin. */
function createAddress(path: string, origin: string): string {
  if (path.startsWith('/')) return `${origin}${path}`
  const { pathname, search } = URL.canParse(path) ? new URL(path) : new URL(origin)
  return `${origin}${pathname}${search}`
}

/** Keeps repeated headers, of which Node's `headers` would drop all but the first. */
function readHeaders(raw: readonly string[]): Headers {
  const headers = new Headers()
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const [name = '', value = ''] = [raw[index], raw[index + 1]]
    if (!name.startsWith(':')) headers.append(name, value)
  }
  return headers
}
