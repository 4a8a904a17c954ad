// Answers in the server's place, for the few moments in which a real server cannot be brought to give them in a test.
import { errors } from '@countersign/api/errors'
import type { ErrorCode } from '@countersign/api/errors'
import type { Problem } from '@countersign/api/problem'
import type { Page } from '@playwright/test'

/** Refuses a call with an entry of the error catalogue, as the server writes it. */
export async function refuse(page: Page, address: string, code: ErrorCode, retryAfterSeconds?: number): Promise<void> {
  const { status, message, action, retry } = errors[code]
  const problem: Problem = {
    type: `/error?code=${code}`,
    code,
    title: message,
    status,
    detail: action,
    instance: 'test',
    retry,
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  }
  await page.route(address, (route) => route.fulfill({ status, contentType: 'application/problem+json', json: problem }))
}

/** Lets a call wait for ever. */
export async function answerNothing(page: Page, address: string): Promise<void> {
  await page.route(address, () => undefined)
}

/** Takes the demonstration wallet away, as it is away on every origin but this machine's own. */
export async function withoutDemonstrationWallet(page: Page): Promise<void> {
  await page.route('**/demonstration-wallet/**', (route) => route.fulfill({ status: 404 }))
}
