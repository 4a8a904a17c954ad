// Answers in the server's place, for the few moments in which a real server cannot be brought to give them in a test.
import type { AdminAnswer } from '@countersign/api/admin-calls'
import { adminRoutes } from '@countersign/api/admin-routes'
import type { AdminCallName } from '@countersign/api/admin-routes'
import type { CallAnswer } from '@countersign/api/calls'
import { errors } from '@countersign/api/errors'
import type { ErrorCode } from '@countersign/api/errors'
import type { Problem } from '@countersign/api/problem'
import { routes } from '@countersign/api/routes'
import type { CallName } from '@countersign/api/routes'
import type { Page } from '@playwright/test'

const everyRoute = { ...routes, ...adminRoutes }
type AnyCallName = CallName | AdminCallName
type AnswerOf<Name extends AnyCallName> = Name extends CallName
  ? CallAnswer<Name>
  : Name extends AdminCallName
    ? AdminAnswer<Name>
    : never

/**
 * Answers a call in the server's place from now on.
 * @returns the bodies that it was sent
 */
export async function answer<Name extends AnyCallName>(
  page: Page,
  name: Name,
  answer: AnswerOf<Name>,
): Promise<unknown[]> {
  const sent: unknown[] = []
  await page.route(addressOf(name), (route) => {
    if (route.request().method() !== everyRoute[name].method) return route.fallback()
    sent.push(route.request().postDataJSON())
    return answer === undefined ? route.fulfill({ status: 204 }) : route.fulfill({ json: answer })
  })
  return sent
}

/** Where a call goes, whatever its parameters. */
export function addressOf(name: AnyCallName): (url: URL) => boolean {
  const form = new RegExp(`^${everyRoute[name].path.replaceAll(/:\w+/g, '[^/]+')}$`)
  return (url) => form.test(url.pathname)
}

/** Refuses a call with an entry of the error catalogue, as the server writes it. */
export async function refuse(
  page: Page,
  address: string | ((url: URL) => boolean),
  code: ErrorCode,
  retryAfterSeconds?: number,
): Promise<void> {
  await page.route(address, (route) => route.fulfill(problemOf(code, retryAfterSeconds)))
}

/** A refusal as the server writes it. */
function problemOf(code: ErrorCode, retryAfterSeconds?: number) {
  const { status, title, detail, retry } = errors[code]
  const json: Problem = {
    type: `/error?code=${code}`,
    code,
    title,
    status,
    detail,
    instance: 'test',
    retry,
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  }
  return { status, contentType: 'application/problem+json', json }
}

/** Refuses a call that changes something, the next time that it is made; then the server answers again. */
export async function refuseOnce(page: Page, address: (url: URL) => boolean, code: ErrorCode): Promise<void> {
  let isRefused = false
  await page.route(address, (route) => {
    if (isRefused || route.request().method() === 'GET') return route.fallback()
    isRefused = true
    return route.fulfill(problemOf(code))
  })
}

/** Lets a call wait for ever. */
export async function answerNothing(page: Page, address: string | ((url: URL) => boolean)): Promise<void> {
  await page.route(address, () => undefined)
}

/** Takes the demonstration wallet away, as it is away on every origin but this machine's own. */
export async function withoutDemonstrationWallet(page: Page): Promise<void> {
  await page.route('**/demonstration-wallet/**', (route) => route.fulfill({ status: 404 }))
}
