// Uses no HTTP client library, whose cost would distort the measurements.
import { randomBytes } from 'node:crypto'
import type { RunningBenchmarkServer } from './measure-server-task-times.ts'

export const benchmarkOAuthClientSecret = randomBytes(32).toString('hex')

export class FakeBenchmarkBrowser {
  readonly #server: RunningBenchmarkServer
  readonly #cookies = new Map<string, string>()

  constructor(server: RunningBenchmarkServer) {
    this.#server = server
  }

  async send(
    path: string,
    { method = 'GET', headers = {}, body }: { method?: string; headers?: Record<string, string>; body?: string } = {},
  ): Promise<Response> {
    const response = await fetch(this.#server.origin.replace('localhost', '127.0.0.1') + path, {
      method,
      redirect: 'manual',
      headers: {
        host: new URL(this.#server.origin).host,
        ...(this.#cookies.size > 0 && {
          cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        }),
        ...headers,
      },
      ...(body !== undefined && { body }),
    })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      this.#cookies.set(name, value)
    }
    return response
  }

  async json<Answer>(path: string, body: object): Promise<Answer> {
    const headers = { 'content-type': 'application/json', origin: this.#server.origin }
    return requireJsonResponse<Answer>(await this.send(path, { method: 'POST', headers, body: JSON.stringify(body) }))
  }

  async form<Answer>(path: string, fields: Record<string, string>): Promise<Answer> {
    const authorization = `Basic ${Buffer.from(`bench:${benchmarkOAuthClientSecret}`).toString('base64')}`
    const headers = { 'content-type': 'application/x-www-form-urlencoded', authorization }
    return requireJsonResponse<Answer>(
      await this.send(path, { method: 'POST', headers, body: new URLSearchParams(fields).toString() }),
    )
  }
}

export async function requireJsonResponse<Answer>(response: Response): Promise<Answer> {
  const text = await response.text()
  if (!response.ok) throw new Error(`${response.url} returned ${response.status}: ${text}`)
  return JSON.parse(text) as Answer
}
