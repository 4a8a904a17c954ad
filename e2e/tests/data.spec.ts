// A person's own data: taken along as one file, and deleted for good, both with a fresh proof.
import type { CallAnswer } from '@countersign/api/calls'
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../src/accessibility.ts'
import { confirmDialog } from '../src/confirm-dialog.ts'
import { press } from '../src/keyboard.ts'
import { addressOf, answer, refuse } from '../src/server-answers.ts'
import { readPersonId } from '../src/session.ts'
import { chooseWallet, expectAccount, signIn, walletName } from '../src/sign-in.ts'
import { choose } from '../src/wallets-page.ts'
import { expect, test } from './test.ts'

const getFile = (page: Page) => page.getByRole('button', { name: 'Get the file' })
const deleteMe = (page: Page) => page.getByRole('button', { name: 'Delete me…' })
const question = (page: Page) => page.getByRole('dialog', { name: 'Delete yourself here?' })

async function openData(page: Page): Promise<void> {
  await page.goto('/account/data')
  await expect(page.getByRole('heading', { level: 1, name: 'Your data' })).toBeVisible()
}

test('everything that is kept comes as one file, after a proof', async ({ page, context, server, key }) => {
  await signIn(page, key)
  const id = await readPersonId(context, server.origin)
  await openData(page)
  await expectAccessible(page)
  await getFile(page).click()
  await expect(confirmDialog(page)).toBeVisible()
  const downloading = page.waitForEvent('download')
  await choose(confirmDialog(page), walletName)
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
  expect(file.activity.map(({ type }) => type)).toContain('session.confirmed')
  await expect(
    page.getByRole('paragraph').filter({ hasText: 'The file has been saved by your browser.' }),
  ).toBeVisible()

  await page.goto('/account/activity')
  await expect(page.getByText('A copy of everything that is kept about you was taken.')).toBeVisible()
})

test('who does not confirm gets no file, and nothing has failed', async ({ page, key }) => {
  await signIn(page, key)
  await openData(page)
  await getFile(page).click()
  await expect(confirmDialog(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(getFile(page)).toBeFocused()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(page.getByText('The file has been saved')).toHaveCount(0)
})

test('a file that cannot be had says why', async ({ page, key }) => {
  await signIn(page, key)
  await openData(page)
  await refuse(page, addressOf('exportData'), 'database.unavailable')
  await getFile(page).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await expect(getFile(page)).toBeVisible()
})

test('by keyboard alone: deleted for good, and somebody new afterwards', async ({ page, context, server, key }) => {
  await signIn(page, key)
  const before = await readPersonId(context, server.origin)
  await openData(page)
  await press(page, deleteMe(page))
  const field = question(page).getByRole('textbox', { name: 'Type “delete” to go on' })
  await expect(field).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.type('deleted')
  await page.keyboard.press('Enter')
  await expect(question(page).getByRole('alert')).toHaveText('Type the word delete, letter by letter.')
  await expect(field).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(question(page)).toHaveCount(0)
  await expect(deleteMe(page)).toBeFocused()
  expect(await readPersonId(context, server.origin)).toBe(before)

  await page.keyboard.press('Enter')
  await page.keyboard.type('Delete ')
  await page.keyboard.press('Enter')
  await expect(confirmDialog(page)).toBeVisible()
  await press(page, confirmDialog(page).getByRole('button', { name: walletName }))
  await page.waitForURL('**/signed-out?reason=erased')
  await expect(page.getByRole('heading', { name: 'You are deleted here' })).toBeVisible()
  await expectAccessible(page)
  expect(await readPersonId(context, server.origin)).toBeNull()

  await page.getByRole('link', { name: 'Sign in as somebody new' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible()
  await chooseWallet(page)
  await expectAccount(page)
  const after = await readPersonId(context, server.origin)
  expect(after).not.toBeNull()
  expect(after).not.toBe(before)
})

test('who does not confirm is not deleted', async ({ page, context, server, key }) => {
  await signIn(page, key)
  const before = await readPersonId(context, server.origin)
  await openData(page)
  await deleteMe(page).click()
  await page.keyboard.type('delete')
  await page.keyboard.press('Enter')
  await expect(confirmDialog(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(confirmDialog(page)).toBeHidden()
  await expect(page.getByRole('alert')).toHaveCount(0)
  expect(await readPersonId(context, server.origin)).toBe(before)
})

test('while a merge can be undone, nobody is deleted, and the page says why and until when', async ({ page, key }) => {
  await signIn(page, key)
  const merge: CallAnswer<'listMerges'>['items'][number] = {
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
  await answer(page, 'listMerges', { items: [merge], nextCursor: null })
  await openData(page)
  await expect(deleteMe(page)).toHaveAccessibleDescription(
    /can be undone until March 8, 2026\. Until then nothing of them can be deleted/,
  )
  await press(page, deleteMe(page))
  await expect(question(page)).toHaveCount(0)
  await expectAccessible(page)
})
