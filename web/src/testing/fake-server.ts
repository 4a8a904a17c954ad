// The server of a test in the browser: it answers each call by its name, as the test says, and fails a test that makes any other call, requests
// anything from another origin, or logs an error to the console.
import type { AdminAnswer, AdminInput } from '@countersign/api/admin-calls'
import { adminRoutes } from '@countersign/api/admin-routes'
import type { AdminCallName } from '@countersign/api/admin-routes'
import type { CallAnswer, CallInput } from '@countersign/api/calls'
import { errors } from '@countersign/api/errors'
import type { ErrorCode } from '@countersign/api/errors'
import type { Problem } from '@countersign/api/problem'
import { routes } from '@countersign/api/routes'
import type { CallName } from '@countersign/api/routes'
import { expect, onTestFinished, vi } from 'vitest'

type AnyCallName = CallName | AdminCallName
type AnswerOf<Name> = Name extends CallName ? CallAnswer<Name> : Name extends AdminCallName ? AdminAnswer<Name> : never
type InputOf<Name> = Name extends CallName ? CallInput<Name> : Name extends AdminCallName ? AdminInput<Name> : never

/** A refusal by an entry of the error catalogue. */
export class Refused {
  readonly code: ErrorCode
  constructor(code: ErrorCode) {
    this.code = code
  }
}

/** The answer to a call that does not reach the server. */
export const unreachable = Symbol('unreachable')

type Outcome<Name> = AnswerOf<Name> | Refused | typeof unreachable
type Given<Name> =
  | Outcome<Name>
  | ((sent: InputOf<Name>, signal: AbortSignal) => Outcome<Name> | Promise<Outcome<Name>>)

/** Answers by call: a value, or a function of what was sent and the signal that cancels it. */
export type Answers = { readonly [Name in AnyCallName]?: Given<Name> }

export interface FakeServer {
  /** Answers calls otherwise from now on. */
  answer: (more: Answers) => void
  /** The bodies that a call was sent, in order. */
  sent: <Name extends AnyCallName>(name: Name) => InputOf<Name>['body'][]
}

const paths = Object.entries({ ...routes, ...adminRoutes })
  .map(([name, { method, path }]) => ({
    name: name as AnyCallName,
    method,
    form: new RegExp(`^${path.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')}$`),
  }))
  // A path without parameters comes before one whose parameter would match it.
  .toSorted((one, other) => Number(one.form.source.includes('(?<')) - Number(other.form.source.includes('(?<')))

/** Answers in the server's place until the test ends. */
export function startFakeServer(first: Answers): FakeServer {
  const answers: Record<string, unknown> = { ...first }
  const calls: { name: AnyCallName; body: unknown }[] = []
  const unexpected: string[] = []
  const real = globalThis.fetch
  const spy = vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const { pathname, searchParams } = new URL(String(input), location.href)
    if (!pathname.startsWith('/api/')) return real(input, init)
    const method = init?.method ?? 'GET'
    const route = paths.find((known) => known.method === method && known.form.test(pathname))
    if (route === undefined || !(route.name in answers)) {
      unexpected.push(`${route?.name ?? 'no call'}: ${method} ${pathname}`)
      return respond(new Refused('server.fault'))
    }
    const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined
    calls.push({ name: route.name, body })
    const given = answers[route.name]
    const params = { ...route.form.exec(pathname)?.groups }
    return respond(
      typeof given === 'function'
        ? ((await given({ body, params, query: Object.fromEntries(searchParams) }, init?.signal)) as unknown)
        : given,
    )
  })
  const logged = vi.spyOn(console, 'error')
  const foreign = watchForeignRequests()
  onTestFinished(() => {
    spy.mockRestore()
    const errorsLogged = logged.mock.calls.map((values) => values.map(String).join(' '))
    logged.mockRestore()
    expect(unexpected, 'calls without an answer').toEqual([])
    expect(foreign(), 'requests to another origin').toEqual([])
    expect(errorsLogged, 'errors in the console').toEqual([])
  })
  return {
    answer: (more) => void Object.assign(answers, more),
    sent: (name) => calls.filter((call) => call.name === name).map(({ body }) => body as never),
  }
}

/** @returns the addresses of other origins that the page has requested since, by whatever element or script */
function watchForeignRequests(): () => string[] {
  const found: string[] = []
  const add = (entries: PerformanceEntryList): void => {
    for (const { name } of entries)
      if (/^https?:/.test(name) && new URL(name).origin !== location.origin) found.push(name)
  }
  const observer = new PerformanceObserver((list) => add(list.getEntries()))
  observer.observe({ entryTypes: ['resource'] })
  return () => {
    add(observer.takeRecords())
    observer.disconnect()
    return found
  }
}

function respond(outcome: unknown): Response {
  if (outcome === unreachable) throw new TypeError('Failed to fetch')
  if (outcome === undefined) return new Response(null, { status: 204 })
  if (!(outcome instanceof Refused)) return Response.json(outcome)
  const { status, title, detail, retry } = errors[outcome.code]
  const problem: Problem = {
    type: `/error?code=${outcome.code}`,
    code: outcome.code,
    title,
    status,
    detail,
    instance: 'test',
    retry,
  }
  return Response.json(problem, { status, headers: { 'content-type': 'application/problem+json' } })
}
