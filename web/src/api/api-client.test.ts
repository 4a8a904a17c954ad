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

/** A server that gives one answer and remembers what it was asked. */
function createFakeServer(answer: () => Response | Promise<Response>, isOnline = true) {
  const send = vi.fn<typeof fetch>(async () => answer())
  return { send, call: createBrowserApiCaller(send, () => isOnline) }
}

const json = (body: unknown, init: ResponseInit = {}) => new Response(JSON.stringify(body), init)

afterEach(() => {
  vi.useRealTimers()
})

describe('what is sent', () => {
  test('a body goes as JSON, to the call’s own path, on this site only', async () => {
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

  test('a call without a body sends none and claims none', async () => {
    const { send, call } = createFakeServer(() => new Response(null, { status: 204 }))
    await call('signOut')
    expect(send.mock.calls[0]?.[1]).toMatchObject({ method: 'POST', body: null, headers: {} })
  })

  test('a parameter is written into the path, escaped', async () => {
    const { send, call } = createFakeServer(() => new Response(null, { status: 204 }))
    await call('endSession', { params: { id: 'a/../b?c' } })
    expect(send.mock.calls[0]?.[0]).toBe('/api/sessions/a%2F..%2Fb%3Fc')
  })

  test('a query is written behind it', async () => {
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

describe('what comes back', () => {
  test('an answer, with the time of the server', async () => {
    const date = 'Sun, 01 Mar 2026 12:00:00 GMT'
    const { call } = createFakeServer(() => json({ ended: 3 }, { headers: { date } }))
    expect(await call('endOtherSessions')).toEqual({ ok: true, answer: { ended: 3 }, serverTime: Date.parse(date) })
  })

  test('nothing, where the call answers nothing', async () => {
    const { call } = createFakeServer(() => new Response(null, { status: 204 }))
    expect(await call('signOut')).toEqual({ ok: true, answer: undefined })
  })

  test('a file as it is, however long it takes once it has begun', async () => {
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

  test('a refusal as the server wrote it', async () => {
    const { call } = createFakeServer(() => json(problem, { status: 429 }))
    expect(await call('readSession')).toEqual({ ok: false, problem })
  })

  test.each([
    ['a refusal of something in between', () => new Response('<html>Bad gateway</html>', { status: 502 })],
    ['a page where an answer belongs', () => new Response('<html>Please log in to the Wi-Fi</html>')],
    ['a refusal in another form', () => json({ error: 'nope' }, { status: 500 })],
    ['no connection', () => Promise.reject(new TypeError('Failed to fetch'))],
  ])('%s means that the server is out of reach', async (_, answer) => {
    const { call } = createFakeServer(answer)
    expect(await call('readSession')).toEqual({ ok: false, problem: { code: 'network.unreachable', retry: true } })
  })

  test('without a network it is that', async () => {
    const { call } = createFakeServer(() => Promise.reject(new TypeError('Failed to fetch')), false)
    expect(await call('readSession')).toMatchObject({ ok: false, problem: { code: 'network.offline' } })
  })
})

describe('beside a call that puts another session in the place of the one before', () => {
  const ended = () => json({ ...problem, code: 'session.required', status: 401 }, { status: 401 })
  const who = () => json({ person: null, session: null })
  const stepUp = '/api/step-up/passkey/options'

  /** A server whose answers are given when the test says so, in whichever order. */
  function slowServer() {
    const asked: { path: string; answer: (response: Response) => void }[] = []
    const send: typeof fetch = (path) => new Promise((resolve) => asked.push({ path: String(path), answer: resolve }))
    const answer = async (path: string, response: Response) => {
      await vi.waitFor(() => expect(asked.map((one) => one.path)).toContain(path))
      asked
        .splice(
          asked.findIndex((one) => one.path === path),
          1,
        )[0]
        ?.answer(response)
    }
    return { call: createBrowserApiCaller(send, () => true), asked, answer }
  }

  test('what was asked with the session of before is asked again, whichever answer comes first', async () => {
    for (const isFirst of [true, false]) {
      const { call, answer, asked } = slowServer()
      const question = call('readSession')
      await vi.waitFor(() => expect(asked).toHaveLength(1))
      const step = call('createPasskeyStepUp')
      if (isFirst) await answer(stepUp, json({}))
      await answer('/api/session', ended())
      if (!isFirst) await answer(stepUp, json({}))
      await answer('/api/session', who())
      expect(await question).toMatchObject({ ok: true })
      await step
    }
  })

  test('nothing is asked until that is done', async () => {
    const { call, answer, asked } = slowServer()
    const step = call('createPasskeyStepUp')
    const question = call('readSession')
    await vi.waitFor(() => expect(asked).toHaveLength(1))
    await answer(stepUp, json({}))
    await step
    await answer('/api/session', who())
    expect(await question).toMatchObject({ ok: true })
  })

  test('whose session has ended is told so, and nothing is asked again', async () => {
    const { call, answer, asked } = slowServer()
    const question = call('readSession')
    await answer('/api/session', ended())
    expect(await question).toMatchObject({ ok: false, problem: { code: 'session.required' } })
    expect(asked).toEqual([])
  })

  test('it is asked again once, and no more', async () => {
    const { call, answer, asked } = slowServer()
    const question = call('readSession')
    await vi.waitFor(() => expect(asked).toHaveLength(1))
    const step = call('createPasskeyStepUp')
    await answer(stepUp, json({}))
    await step
    await answer('/api/session', ended())
    await answer('/api/session', ended())
    expect(await question).toMatchObject({ ok: false, problem: { code: 'session.required' } })
  })
})

describe('giving up', () => {
  /** A server that never answers, and lets go when it is told to. */
  const silent: typeof fetch = (_, init) =>
    new Promise((_resolve, reject) => {
      const fail = () => reject(new DOMException('', 'AbortError'))
      if (init?.signal?.aborted) fail()
      init?.signal?.addEventListener('abort', fail)
    })

  test('by the caller is a value too', async () => {
    const leaving = new AbortController()
    const result = createBrowserApiCaller(silent, () => true)('readSession', { signal: leaving.signal })
    leaving.abort()
    expect(await result).toMatchObject({ ok: false, problem: { code: 'network.cancelled' } })
  })

  test('before it began sends nothing that could succeed', async () => {
    expect(
      await createBrowserApiCaller(silent, () => true)('readSession', { signal: AbortSignal.abort() }),
    ).toMatchObject({
      ok: false,
      problem: { code: 'network.cancelled' },
    })
  })

  test('a server that says nothing for 20 seconds is out of reach', async () => {
    vi.useFakeTimers()
    const result = createBrowserApiCaller(silent, () => true)('readSession')
    await vi.advanceTimersByTimeAsync(20_000)
    expect(await result).toMatchObject({ ok: false, problem: { code: 'network.unreachable' } })
    expect(vi.getTimerCount()).toBe(0)
  })
})
