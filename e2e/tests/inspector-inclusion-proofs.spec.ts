// Proofs in the inspector (inclusion proofs): an export that was taken here is verified without asking anybody, whole, by one line, and by a proof alone;
// and what was changed of it is found and named.
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../src/expect-accessible.ts'
import { findStepUpDialog } from '../src/find-step-up-dialog.ts'
import { pressControlByKeyboard } from '../src/press-control-by-keyboard.ts'
import { openAccountWithFakeWallet, firstFakeWalletName } from '../src/wallet-sign-in-test-steps.ts'
import { chooseWalletInDialog } from '../src/wallets-page-test-steps.ts'
import { expect, test } from './server-playwright-fixtures.ts'

interface Export {
  log: { checkpoint: string; verifierKey: string }
  activity: { sequence: number; type: string; outcome: string; evidence: Record<string, string>; proof: string }[]
}

const messageField = (page: Page) => page.getByRole('textbox', { name: 'Message' })
const keysField = (page: Page) => page.getByRole('textbox', { name: 'Keys that you trust' })
const verdict = (page: Page, name: RegExp | string) => page.getByRole('heading', { level: 2, name })
const stood = /^This line stood in the log of \S+\/activity at place \d+ of \d+ when this checkpoint was made\.$/

async function takeExport(page: Page): Promise<{ text: string; file: Export }> {
  await page.goto('/account/data')
  await page.getByRole('button', { name: 'Get the file' }).click()
  await expect(findStepUpDialog(page)).toBeVisible()
  const downloading = page.waitForEvent('download')
  await chooseWalletInDialog(findStepUpDialog(page), firstFakeWalletName)
  const text = readFileSync(await (await downloading).path(), 'utf8')
  return { text, file: JSON.parse(text) as Export }
}

async function openFile(page: Page, text: string): Promise<void> {
  const choosing = page.waitForEvent('filechooser')
  await pressControlByKeyboard(page, page.getByRole('button', { name: 'Open a file' }))
  await (await choosing).setFiles({ name: 'countersign.json', mimeType: 'application/json', buffer: Buffer.from(text) })
}

test('an export is verified in the browser: whole, by one of its lines, and by a proof alone', async ({
  page,
  context,
  key,
}) => {
  await openAccountWithFakeWallet(page, key)
  const { text, file } = await takeExport(page)
  await page.goto('/inspector')
  await expect(messageField(page)).toBeVisible()
  // The page fetches all of itself, so that it works offline.
  await page.waitForLoadState('networkidle')
  const asked: string[] = []
  page.on('request', (request) => !request.url().endsWith('/favicon.svg') && asked.push(request.url()))
  await openFile(page, text)
  const all = `All ${file.activity.length} lines with a proof stood in the log of`
  await expect(verdict(page, new RegExp(`^${all}`))).toBeVisible()
  await expect(page.getByText('Opened: countersign.json')).toBeVisible()
  await expect(page.getByRole('status')).toHaveText(new RegExp(`^${all}`))
  await expect(page.getByText(/^It is the one that the file names\. Compare it/)).toBeVisible()
  await expect(page.getByText(/^None that is known here has signed\./)).toBeVisible()
  // The newest line is that of the export itself, up to which all is proved.
  await expect(page.getByText(stood)).toBeVisible()
  await expectAccessible(page)
  const number = page.getByRole('textbox', { name: 'Number of the line' })
  await number.fill('0')
  await expect(page.getByText('The file has no such line.')).toBeVisible()
  const started = file.activity.find(({ type }) => type === 'session.started') as Export['activity'][number]
  await number.fill(String(started.sequence))
  await expect(page.getByText('session.started')).toBeVisible()
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await pressControlByKeyboard(page, page.getByRole('button', { name: 'Copy its proof' }))
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(started.proof)

  // What was copied, as somebody else has it: first without the key, then with it.
  await page.getByRole('button', { name: 'Clear' }).click()
  await messageField(page).fill(started.proof)
  await expect(verdict(page, /^The line leads to the checkpoint\./)).toBeVisible()
  await expect(page.getByRole('status')).toHaveText(/^The line leads to the checkpoint\./)
  await expectAccessible(page)
  await keysField(page).fill(file.log.verifierKey)
  await expect(verdict(page, stood)).toBeVisible()
  await expect(page.getByRole('status')).toHaveText(stood)
  await expect(page.getByText('session.started')).toBeVisible()

  // A line, with the comma that follows it in the file.
  await messageField(page).fill(`${JSON.stringify(started)},`)
  await expect(verdict(page, stood)).toBeVisible()
  await expect(page.getByText('The evidence is the one that the line was written with.')).toBeVisible()
  await page.getByRole('button', { name: 'Deutsch' }).click()
  await expect(verdict(page, /^Diese Zeile stand im Protokoll von \S+ an der Stelle \d+ von \d+, als/)).toBeVisible()
  await page.getByRole('button', { name: 'English' }).click()
  await messageField(page).fill(JSON.stringify({ ...started, proof: null }))
  await expect(verdict(page, 'There is no proof in this.')).toBeVisible()
  expect(asked).toEqual([])
})

test('N13 what was changed of an export is found, and the line is named', async ({ page, key }) => {
  await openAccountWithFakeWallet(page, key)
  const { file } = await takeExport(page)
  const at = file.activity.findIndex(({ type }) => type === 'session.started')
  const line = file.activity[at] as Export['activity'][number]
  const withLine = (changes: Partial<typeof line>) =>
    JSON.stringify({ ...file, activity: file.activity.with(at, { ...line, ...changes }) })
  await page.goto('/inspector')
  const changes: [Partial<typeof line>, string][] = [
    [{ outcome: 'refused' }, 'The line says something else than the text that is proved.'],
    [{ sequence: line.sequence + 1000 }, 'The proof is for the place of another line.'],
    [{ evidence: { userAgent: 'x' } }, 'The evidence is not the one that the line was written with.'],
    [
      { proof: line.proof.replace(/\n[A-Za-z0-9+/]{43}=\n/, `\n${'A'.repeat(43)}=\n`) },
      'The path does not lead from this line, at this place, to the root of the checkpoint.',
    ],
  ]
  const failing = page.getByRole('region', { name: 'Lines that are not shown to have stood in the log' })
  for (const [change, reason] of changes) {
    await openFile(page, withLine(change))
    await expect(verdict(page, /^Of \d+ lines one is not shown to have stood in the log\.$/)).toBeVisible()
    await expect(failing.getByText(reason)).toBeVisible()
    const sequence = (change.sequence ?? line.sequence).toLocaleString('en')
    await expect(failing.getByText(`Line ${sequence}`, { exact: true })).toBeVisible()
  }
  await expectAccessible(page)
  const resized = { ...file.log, checkpoint: file.log.checkpoint.replace(/\n\d+\n/, '\n9\n') }
  await openFile(page, JSON.stringify({ ...file, log: resized, activity: [] }))
  await expect(verdict(page, /^The checkpoint of the file cannot be relied on/)).toBeVisible()
  await expect(page.getByText('A signature of the checkpoint is not that of its key.')).toBeVisible()
  await page.getByRole('button', { name: 'Close' }).click()
  await expect(messageField(page)).toBeFocused()
  // Another key than the one that the file names.
  await openFile(page, JSON.stringify(file))
  await expect(verdict(page, /^All \d+ lines/)).toBeVisible()
  await keysField(page).fill(file.log.verifierKey.replace(/.$/, ''))
  await expect(verdict(page, /^The checkpoint of the file cannot be relied on/)).toBeVisible()
  await messageField(page).fill('{ "format": ')
  await expect(verdict(page, 'This begins like an export, and cannot be read as one.')).toBeVisible()
})
