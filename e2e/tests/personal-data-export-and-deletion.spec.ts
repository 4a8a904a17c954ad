// Tests a person's data: exported as one file and deleted permanently, both only after a fresh
// proof.
import type { ApiEndpointOutput } from '@countersign/api/api-endpoints'
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../src/expect-accessible.ts'
import { findStepUpDialog } from '../src/find-step-up-dialog.ts'
import { pressControlByKeyboard } from '../src/press-control-by-keyboard.ts'
import {
  createApiEndpointUrlMatcher,
  mockApiEndpointResponse,
  mockApiEndpointError,
} from '../src/api-response-mocking-test-steps.ts'
import { readPersonIdFromSession } from '../src/read-person-id-from-session.ts'
import {
  openSignInAndChooseWallet,
  expectAccountPage,
  openAccountWithFakeWallet,
  firstFakeWalletName,
} from '../src/wallet-sign-in-test-steps.ts'
import { chooseWalletInDialog } from '../src/wallets-page-test-steps.ts'
import { expect, test } from './server-playwright-fixtures.ts'

const getFile = (page: Page) => page.getByRole('button', { name: 'Download file' })
const deleteMe = (page: Page) => page.getByRole('button', { name: 'Delete account…' })
const question = (page: Page) => page.getByRole('dialog', { name: 'Delete your account?' })

async function openData(page: Page): Promise<void> {
  await page.goto('/account/data')
  await expect(page.getByRole('heading', { level: 1, name: 'Your data' })).toBeVisible()
}

test('personal data is exported as one file after step-up', async ({ page, context, server, key }) => {
  await openAccountWithFakeWallet(page, key)
  const id = await readPersonIdFromSession(context, server.origin)
  await openData(page)
  await expectAccessible(page)
  await getFile(page).click()
  await expect(findStepUpDialog(page)).toBeVisible()
  const downloading = page.waitForEvent('download')
  await chooseWalletInDialog(findStepUpDialog(page), firstFakeWalletName)
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/^countersign-\d{4}-\d{2}-\d{2}\.json$/)
  const file = JSON.parse(readFileSync(await download.path(), 'utf8')) as {
    format: string
    version: number
    wallets: { address: string }[]
    activity: { type: string }[]
  }
  expect(file).toMatchObject({ format: 'countersign-export', version: 1 })
  expect(JSON.stringify(file)).toContain(id)
  expect(file.wallets.map(({ address }) => address)).toEqual([key.address])
  expect(file.activity.map(({ type }) => type)).toContain('session.stepped_up')
  await expect(page.getByRole('paragraph').filter({ hasText: 'Your browser saved the file.' })).toBeVisible()

  await page.goto('/account/activity')
  await expect(page.getByText('Your data was exported.')).toBeVisible()
})

test('canceling step-up exports nothing and is not an error', async ({ page, key }) => {
  await openAccountWithFakeWallet(page, key)
  await openData(page)
  await getFile(page).click()
  await expect(findStepUpDialog(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(getFile(page)).toBeFocused()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(page.getByText('Your browser saved the file')).toHaveCount(0)
})

test('a failed export shows the error', async ({ page, key }) => {
  await openAccountWithFakeWallet(page, key)
  await openData(page)
  await mockApiEndpointError(page, createApiEndpointUrlMatcher('exportData'), 'database.unavailable')
  await getFile(page).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await expect(getFile(page)).toBeVisible()
})

test('a person deletes the account by keyboard, and the wallet then signs in as a new person', async ({
  page,
  context,
  server,
  key,
}) => {
  await openAccountWithFakeWallet(page, key)
  const before = await readPersonIdFromSession(context, server.origin)
  await openData(page)
  await pressControlByKeyboard(page, deleteMe(page))
  const field = question(page).getByRole('textbox', { name: 'Type “delete” to continue' })
  await expect(field).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.type('deleted')
  await page.keyboard.press('Enter')
  await expect(question(page).getByRole('alert')).toHaveText('Type the word delete exactly.')
  await expect(field).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(question(page)).toHaveCount(0)
  await expect(deleteMe(page)).toBeFocused()
  expect(await readPersonIdFromSession(context, server.origin)).toBe(before)

  await page.keyboard.press('Enter')
  await page.keyboard.type('Delete ')
  await page.keyboard.press('Enter')
  await expect(findStepUpDialog(page)).toBeVisible()
  await pressControlByKeyboard(page, findStepUpDialog(page).getByRole('button', { name: firstFakeWalletName }))
  await page.waitForURL('**/signed-out?reason=erased')
  await expect(page.getByRole('heading', { name: 'Your account was deleted' })).toBeVisible()
  await expectAccessible(page)
  expect(await readPersonIdFromSession(context, server.origin)).toBeNull()

  await page.getByRole('link', { name: 'Sign in as a new person' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible()
  await openSignInAndChooseWallet(page)
  await expectAccountPage(page)
  const after = await readPersonIdFromSession(context, server.origin)
  expect(after).not.toBeNull()
  expect(after).not.toBe(before)
})

test('canceling step-up deletes nothing', async ({ page, context, server, key }) => {
  await openAccountWithFakeWallet(page, key)
  const before = await readPersonIdFromSession(context, server.origin)
  await openData(page)
  await deleteMe(page).click()
  await page.keyboard.type('delete')
  await page.keyboard.press('Enter')
  await expect(findStepUpDialog(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(findStepUpDialog(page)).toBeHidden()
  await expect(page.getByRole('alert')).toHaveCount(0)
  expect(await readPersonIdFromSession(context, server.origin)).toBe(before)
})

test('deletion is blocked while a merge can be undone, and the page says until when', async ({ page, key }) => {
  await openAccountWithFakeWallet(page, key)
  const merge: ApiEndpointOutput<'listMerges'>['items'][number] = {
    id: '0'.repeat(26),
    state: 'merged',
    wallets: [],
    passkeys: 0,
    sessions: 0,
    applications: [],
    displayName: null,
    expiresAt: '2026-03-01T12:00:00.000Z',
    takesEffectAt: null,
    mergedAt: '2026-03-01T12:00:00.000Z',
    undoUntil: '2026-03-08T12:00:00.000Z',
  }
  await mockApiEndpointResponse(page, 'listMerges', { items: [merge], nextCursor: null })
  await openData(page)
  await expect(deleteMe(page)).toHaveAccessibleDescription(
    /can undo that until March 8, 2026\. Until then, nothing can be deleted/,
  )
  await pressControlByKeyboard(page, deleteMe(page))
  await expect(question(page)).toHaveCount(0)
  await expectAccessible(page)
})
