import type { Response as ExpressResponse } from 'express'

export async function sendWebResponse(response: ExpressResponse, answer: Response): Promise<void> {
  response.status(answer.status)
  for (const [name, value] of answer.headers) if (name !== 'set-cookie') response.append(name, value)
  appendCookieHeaders(response, answer.headers.getSetCookie())
  response.end(Buffer.from(await answer.arrayBuffer()))
}

export function appendCookieHeaders(response: ExpressResponse, cookies: readonly string[]): void {
  for (const cookie of cookies) response.append('set-cookie', cookie)
}
