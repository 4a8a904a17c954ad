// Reads the body of a form, whether or not a body parser read it before.

const maxBodyLength = 65_536

interface RequestWithBody extends AsyncIterable<unknown> {
  /** What a body parser left. Those of Express 4 leave an empty object if they do not know the type. */
  readonly body?: unknown
  readonly readableDidRead?: boolean
}

/** @returns the body in the form encoding; the first 64 kB at most */
export async function readRequestBody(request: RequestWithBody): Promise<string> {
  const parsed = encodeParsedBody(request.body)
  if (parsed !== '' || request.readableDidRead === true) return parsed
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of request) {
    const bytes = typeof chunk === 'string' ? new TextEncoder().encode(chunk) : (chunk as Uint8Array)
    length += bytes.length
    if (length > maxBodyLength) break
    chunks.push(bytes)
  }
  return new TextDecoder().decode(Buffer.concat(chunks))
}

function encodeParsedBody(body: unknown): string {
  if (typeof body === 'string') return body
  if (body instanceof Uint8Array) return new TextDecoder().decode(body)
  if (typeof body !== 'object' || body === null) return ''
  const fields = Object.entries(body).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  return new URLSearchParams(fields).toString()
}
