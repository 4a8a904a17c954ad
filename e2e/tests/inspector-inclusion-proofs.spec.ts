// Tests offline verification in the inspector (inclusion proofs): whole exports, single entries,
// proofs without entries, and detection of changes.
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
const keysField = (page: Page) => page.getByRole('textbox', { name: 'Trusted keys' })
const verdict = (page: Page, name: RegExp | string) => page.getByRole('heading', { level: 2, name })
const stood = /^This entry is in the log of \S+\/activity, at position \d+ of \d+, as of this checkpoint\.$/

async function takeExport(page: Page): Promise<{ text: string; file: Export }> {
  await page.goto('/account/data')
  await page.getByRole('button', { name: 'Download file' }).click()
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

test('the inspector verifies a whole export, a single entry, and a standalone proof', async ({
  page,
  context,
  key,
}) => {
  await openAccountWithFakeWallet(page, key)
  const { text, file } = await takeExport(page)
  await page.goto('/inspector')
  await expect(messageField(page)).toBeVisible()
  // Everything must be loaded first, because the page then works offline.
  await page.waitForLoadState('networkidle')
  const asked: string[] = []
  page.on('request', (request) => !request.url().endsWith('/favicon.svg') && asked.push(request.url()))
  await openFile(page, text)
  const all = `All ${file.activity.length} entries with a proof are in the log of`
  await expect(verdict(page, new RegExp(`^${all}`))).toBeVisible()
  await expect(page.getByText('Opened: countersign.json')).toBeVisible()
  await expect(page.getByRole('status')).toHaveText(new RegExp(`^${all}`))
  await expect(page.getByText(/^It’s the key named in the file\. Compare it/)).toBeVisible()
  await expect(page.getByText(/^No known witness has signed\./)).toBeVisible()
  // The newest entry records the export itself; all entries before it are proven.
  await expect(page.getByText(stood)).toBeVisible()
  await expectAccessible(page)
  const number = page.getByRole('textbox', { name: 'Entry number' })
  await number.fill('0')
  await expect(page.getByText('The file has no such entry.')).toBeVisible()
  const started = file.activity.find(({ type }) => type === 'session.started') as Export['activity'][number]
  await number.fill(String(started.sequence))
  await expect(page.getByText('session.started')).toBeVisible()
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await pressControlByKeyboard(page, page.getByRole('button', { name: 'Copy proof' }))
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(started.proof)

  // A recipient first verifies without the key, then with it.
  await page.getByRole('button', { name: 'Clear' }).click()
  await messageField(page).fill(started.proof)
  await expect(verdict(page, /^The entry leads to the checkpoint\./)).toBeVisible()
  await expect(page.getByRole('status')).toHaveText(/^The entry leads to the checkpoint\./)
  await expectAccessible(page)
  await keysField(page).fill(file.log.verifierKey)
  await expect(verdict(page, stood)).toBeVisible()
  await expect(page.getByRole('status')).toHaveText(stood)
  await expect(page.getByText('session.started')).toBeVisible()

  // The pasted entry ends with the comma that follows it in the file.
  await messageField(page).fill(`${JSON.stringify(started)},`)
  await expect(verdict(page, stood)).toBeVisible()
  await expect(page.getByText('The evidence is the same as when the entry was written.')).toBeVisible()
  await page.getByRole('button', { name: 'Deutsch' }).click()
  await expect(verdict(page, /^Dieser Eintrag steht im Protokoll von \S+, an Position \d+ von \d+, nach/)).toBeVisible()
  await page.getByRole('button', { name: 'English' }).click()
  await messageField(page).fill(JSON.stringify({ ...started, proof: null }))
  await expect(verdict(page, 'This contains no proof.')).toBeVisible()
  expect(asked).toEqual([])
})

test('N13: the inspector finds changes in an export and names the entry', async ({ page, key }) => {
  await openAccountWithFakeWallet(page, key)
  const { file } = await takeExport(page)
  const at = file.activity.findIndex(({ type }) => type === 'session.started')
  const line = file.activity[at] as Export['activity'][number]
  const withLine = (changes: Partial<typeof line>) =>
    JSON.stringify({ ...file, activity: file.activity.with(at, { ...line, ...changes }) })
  await page.goto('/inspector')
  const changes: [Partial<typeof line>, string][] = [
    [{ outcome: 'refused' }, 'The entry differs from the proven text.'],
    [{ sequence: line.sequence + 1000 }, 'The proof is for a different entry’s position.'],
    [{ evidence: { userAgent: 'x' } }, 'The evidence isn’t the same as when the entry was written.'],
    [
      { proof: line.proof.replace(/\n[A-Za-z0-9+/]{43}=\n/, `\n${'A'.repeat(43)}=\n`) },
      'The path doesn’t lead from this entry, at this position, to the checkpoint’s root.',
    ],
  ]
  const failing = page.getByRole('region', { name: 'Entries not proven to be in the log' })
  for (const [change, reason] of changes) {
    await openFile(page, withLine(change))
    await expect(verdict(page, /^One of \d+ entries isn’t proven to be in the log\.$/)).toBeVisible()
    await expect(failing.getByText(reason)).toBeVisible()
    const sequence = (change.sequence ?? line.sequence).toLocaleString('en')
    await expect(failing.getByText(`Entry ${sequence}`, { exact: true })).toBeVisible()
  }
  await expectAccessible(page)
  const resized = { ...file.log, checkpoint: file.log.checkpoint.replace(/\n\d+\n/, '\n9\n') }
  await openFile(page, JSON.stringify({ ...file, log: resized, activity: [] }))
  await expect(verdict(page, /^The file’s checkpoint can’t be trusted/)).toBeVisible()
  await expect(page.getByText('A signature on the checkpoint doesn’t match its key.')).toBeVisible()
  await page.getByRole('button', { name: 'Close' }).click()
  await expect(messageField(page)).toBeFocused()
  // Enters a different key from the one named in the file.
  await openFile(page, JSON.stringify(file))
  await expect(verdict(page, /^All \d+ entries/)).toBeVisible()
  await keysField(page).fill(file.log.verifierKey.replace(/.$/, ''))
  await expect(verdict(page, /^The file’s checkpoint can’t be trusted/)).toBeVisible()
  await messageField(page).fill('{ "format": ')
  await expect(verdict(page, 'This starts like an export, but can’t be read as one.')).toBeVisible()
})
