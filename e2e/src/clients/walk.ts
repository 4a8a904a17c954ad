// What a person does in the sign-in of an application: prove the wallet, and allow.
import type { CallAnswer } from '@countersign/api/calls'
import type { TestKey } from '@countersign/testing/test-keys'
import { expect } from '@playwright/test'
import type { BrowserContext, Page } from '@playwright/test'
import { signChallenge } from '../client.ts'
import { walletName } from '../sign-in.ts'

/** Signs a browser in without a page, where the sign-in itself is not what a test is about. */
export async function signInAtOnce({ request }: BrowserContext, origin: string, key: TestKey): Promise<void> {
  const headers = { origin }
  const issued = await request.post(`${origin}/api/challenges`, { headers, data: { purpose: 'sign-in' } })
  const signed = signChallenge((await issued.json()) as CallAnswer<'createChallenge'>, key)
  const answer = await request.post(`${origin}/api/sign-in`, { headers, data: signed })
  if (!answer.ok()) throw new Error(`not signed in: ${answer.status()} ${await answer.text()}`)
}

/** Proves the wallet that was put into the page, on the page that an application has led to. */
export async function proveWallet(page: Page): Promise<void> {
  await page.waitForURL('**/sign-in?interaction=*')
  await page.getByRole('list', { name: 'Choose your wallet' }).getByRole('button', { name: walletName }).click()
}

/** Allows what an application wants to know. */
export async function allow(page: Page, application: string): Promise<void> {
  await expect(page.getByRole('heading', { name: `${application} wants to know` })).toBeVisible()
  await page.getByRole('button', { name: 'Allow and continue' }).click()
}

/** Confirms, on the page that an application has led to, that the session is to end. */
export async function confirmSignOut(page: Page): Promise<void> {
  await page.waitForURL('**/sign-out?request=*')
  await page.getByRole('button', { name: 'Sign out' }).click()
}
