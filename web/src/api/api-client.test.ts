import { waitUntilPassing } from '@countersign/testing/wait-until-passing'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createBrowserApiCaller } from './api-client.ts'

const id = '01k4x9q0e5m3h7t2v8b6n1c0da'
const problem = {
  type: '/errors/rate.limited',
  code: 'rate.limited',
  title: 'Too many attempts.',
  status: 429,
  detail: 'Wait.',
  instance: id,
  retry: true,
  retryAfterSeconds: 7,
}

function createFakeServer(answer: () => Response | Promise<Response>, isOnline = true) {
  const send = vi.fn<typeof fetch>(async () => answer())
  return { send, call: createBrowserApiCaller(send, () => isOnline) }
}

const json = (body: unknown, init: ResponseInit = {}) => new Response(JSON.stringify(body), init)

afterEach(() => {
  vi.useRealTimers()
})

describe('API client requests', () => {
  test('sends the body as JSON to the path of the endpoint, and only to the same origin', async () => {
    const { send, call } = createFakeServer(() => json({}))
    await call('createChallenge', { body: { purpose: 'sign-in' } })
    const [path, request] = send.mock.calls[0] ?? []
    expect(path).toBe('/api/challenges')
    expect(request).toMatchObject({
      method: 'POST',
      body: '{"purpose":"sign-in"}',
      headers: { 'content-type': 'application/json' },
      credentials: 'same-origin',
      redirect: 'error',
      cache: 'no-store',
    })
  })

  test('sends neither a body nor a content type for a call without a body', async () => {
    const { send, call } = createFakeServer(() => new Response(null, { status: 204 }))
    await call('signOut')
    expect(send.mock.calls[0]?.[1]).toMatchObject({ method: 'POST', body: null, headers: {} })
  })

  test('escapes parameters in the path', async () => {
    const { send, call } = createFakeServer(() => new Response(null, { status: 204 }))
    await call('endSession', { params: { id: 'a/../b?c' } })
    expect(send.mock.calls[0]?.[0]).toBe('/api/sessions/a%2F..%2Fb%3Fc')
  })

  test('appends the query to the path', async () => {
    const { send, call } = createFakeServer(() => json({ items: [], nextCursor: null }))
    await call('listSessions', { query: { cursor: `1.${id}` } })
    await call('listSessions', { query: {} })
    await call('listSessions')
    expect(send.mock.calls.map(([path]) => path)).toEqual([
      `/api/sessions?cursor=1.${id}`,
      '/api/sessions',
      '/api/sessions',
    ])
  })
})

describe('API client responses', () => {
  test('returns the response with the server time', async () => {
    const date = 'Sun, 01 Mar 2026 12:00:00 GMT'
    const { call } = createFakeServer(() => json({ ended: 3 }, { headers: { date } }))
    expect(await call('endOtherSessions')).toEqual({ ok: true, answer: { ended: 3 }, serverTime: Date.parse(date) })
  })

  test('returns undefined for an empty response', async () => {
    const { call } = createFakeServer(() => new Response(null, { status: 204 }))
    expect(await call('signOut')).toEqual({ ok: true, answer: undefined })
  })

  test('returns a downloaded file unchanged, without a time limit on its body', async () => {
    vi.useFakeTimers()
    let finish = () => undefined as void
    const body = new ReadableStream({
      start: (controller) => {
        finish = () => (controller.enqueue(new TextEncoder().encode('{"a":1}\n')), controller.close())
      },
    })
    const { call } = createFakeServer(
      () => new Response(body, { headers: { 'content-disposition': 'attachment; filename="a.json"' } }),
    )
    const calling = call('exportData')
    await vi.advanceTimersByTimeAsync(60_000)
    finish()
    const result = await calling
    expect(result.ok && (await result.answer.text())).toBe('{"a":1}\n')
  })

  test('returns the problem document of a refused request', async () => {
    const { call } = createFakeServer(() => json(problem, { status: 429 }))
    expect(await call('readSession')).toEqual({ ok: false, problem })
  })

  test.each([
    ['an error page from a proxy', () => new Response('<html>Bad gateway</html>', { status: 502 })],
    ['an HTML page with status 200', () => new Response('<html>Please log in to the Wi-Fi</html>')],
    ['an error response in an unknown format', () => json({ error: 'nope' }, { status: 500 })],
    ['a failed connection', () => Promise.reject(new TypeError('Failed to fetch'))],
  ])('reports the server as unreachable: %s', async (_, answer) => {
    const { call } = createFakeServer(answer)
    expect(await call('readSession')).toEqual({ ok: false, problem: { code: 'network.unreachable', retry: true } })
  })

  test('reports a failed request as offline when the browser has no network', async () => {
    const { call } = createFakeServer(() => Promise.reject(new TypeError('Failed to fetch')), false)
    expect(await call('readSession')).toMatchObject({ ok: false, problem: { code: 'network.offline' } })
  })
})

describe('API client calls concurrent with a call that replaces the session', () => {
  const ended = () => json({ ...problem, code: 'session.required', status: 401 }, { status: 401 })
  const who = () => json({ person: null, session: null })
  const stepUp = '/api/step-up/passkey/options'

  function slowServer() {
    const asked: { path: string; answer: (response: Response) => void }[] = []
    const send: typeof fetch = (path) => new Promise((resolve) => asked.push({ path: String(path), answer: resolve }))
    const answer = async (path: string, response: Response) => {
      await waitUntilPassing(() => expect(asked.map((one) => one.path)).toContain(path))
      asked
        .splice(
          asked.findIndex((one) => one.path === path),
          1,
        )[0]
        ?.answer(response)
    }
    return { call: createBrowserApiCaller(send, () => true), asked, answer }
  }

  test('retries a call sent with the old session, whichever response arrives first', async () => {
    for (const isFirst of [true, false]) {
      const { call, answer, asked } = slowServer()
      const question = call('readSession')
      await waitUntilPassing(() => expect(asked).toHaveLength(1))
      const step = call('createPasskeyStepUp')
      if (isFirst) await answer(stepUp, json({}))
      await answer('/api/session', ended())
      if (!isFirst) await answer(stepUp, json({}))
      await answer('/api/session', who())
      expect(await question).toMatchObject({ ok: true })
      await step
    }
  })

  test('delays new calls until the session is replaced', async () => {
    const { call, answer, asked } = slowServer()
    const step = call('createPasskeyStepUp')
    const question = call('readSession')
    await waitUntilPassing(() => expect(asked).toHaveLength(1))
    await answer(stepUp, json({}))
    await step
    await answer('/api/session', who())
    expect(await question).toMatchObject({ ok: true })
  })

  test('reports an ended session without a retry when no call replaces the session', async () => {
    const { call, answer, asked } = slowServer()
    const question = call('readSession')
    await answer('/api/session', ended())
    expect(await question).toMatchObject({ ok: false, problem: { code: 'session.required' } })
    expect(asked).toEqual([])
  })

  test('retries a call only once', async () => {
    const { call, answer, asked } = slowServer()
    const question = call('readSession')
    await waitUntilPassing(() => expect(asked).toHaveLength(1))
    const step = call('createPasskeyStepUp')
    await answer(stepUp, json({}))
    await step
    await answer('/api/session', ended())
    await answer('/api/session', ended())
    expect(await question).toMatchObject({ ok: false, problem: { code: 'session.required' } })
  })
})

describe('API client aborts and timeouts', () => {
  const silent: typeof fetch = (_, init) =>
    new Promise((_resolve, reject) => {
      const fail = () => reject(new DOMException('', 'AbortError'))
      if (init?.signal?.aborted) fail()
      init?.signal?.addEventListener('abort', fail)
    })

  test('returns a cancelled call as a result instead of throwing', async () => {
    const leaving = new AbortController()
    const result = createBrowserApiCaller(silent, () => true)('readSession', { signal: leaving.signal })
    leaving.abort()
    expect(await result).toMatchObject({ ok: false, problem: { code: 'network.cancelled' } })
  })

  test('reports a call as cancelled when its signal is already aborted', async () => {
    expect(
      await createBrowserApiCaller(silent, () => true)('readSession', { signal: AbortSignal.abort() }),
    ).toMatchObject({
      ok: false,
      problem: { code: 'network.cancelled' },
    })
  })

  test('reports the server as unreachable after 20 seconds without a response', async () => {
    vi.useFakeTimers()
    const result = createBrowserApiCaller(silent, () => true)('readSession')
    await vi.advanceTimersByTimeAsync(20_000)
    expect(await result).toMatchObject({ ok: false, problem: { code: 'network.unreachable' } })
    expect(vi.getTimerCount()).toBe(0)
  })
})
