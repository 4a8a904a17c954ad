import type { Response as ExpressResponse } from 'express'

/** Replaces headers that an earlier middleware set, except for cookies. */
export async function sendWebResponse(response: ExpressResponse, answer: Response): Promise<void> {
  const body = Buffer.from(await answer.arrayBuffer())
  response.status(answer.status)
  for (const [name, value] of answer.headers) if (name !== 'set-cookie') response.setHeader(name, value)
  appendCookieHeaders(response, answer.headers.getSetCookie())
  response.end(body)
}

export function appendCookieHeaders(response: ExpressResponse, cookies: readonly string[]): void {
  for (const cookie of cookies) response.append('set-cookie', cookie)
}
