// Converts requests of Node's HTTP server to Web requests.

export interface NodeRequest {
  readonly method?: string | undefined
  readonly rawHeaders: readonly string[]
}

/**
 * @param path the path and query as requested, without the removal of a mount path
 * @param origin the origin from the settings; the header Host is never used
 * @param readBody called only if a handler reads the body, so that other bodies stay unread
 * @throws an error with the status 405 for the method TRACE, which Web requests cannot have (Fetch §2.2.1)
 */
export function createWebRequest(
  { method = 'GET', rawHeaders }: NodeRequest,
  { path, origin, readBody }: { path: string; origin: string; readBody?: (() => Promise<string>) | undefined },
): Request {
  if (method === 'TRACE')
    throw Object.assign(new Error('The method TRACE is not supported.'), { status: 405, statusCode: 405 })
  const body =
    method === 'POST' && readBody !== undefined ? { body: createBodyStream(readBody), duplex: 'half' as const } : {}
  return new Request(createAddress(path, origin), { method, headers: readHeaders(rawHeaders), ...body })
}

const createBodyStream = (readBody: () => Promise<string>): ReadableStream<Uint8Array> =>
  new ReadableStream(
    {
      pull: async (controller) => {
        controller.enqueue(new TextEncoder().encode(await readBody()))
        controller.close()
      },
    },
    { highWaterMark: 0 },
  )

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
