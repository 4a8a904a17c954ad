// Tests the message inspector: errors at their position, no requests, and arbitrary pasted input.
/// <reference lib="dom" />
import { messageErrorExamples, validEthereumMessageExample } from '@countersign/message/message-error-examples'
import { messageErrorCatalog } from '@countersign/message/message-error-catalog'
import { signEthereumMessage } from '@countersign/testing/ethereum-test-keys'
import type { Page } from '@playwright/test'
import { expectAccessible, expectNoHorizontalScroll } from '../src/expect-accessible.ts'
import { pressControlByKeyboard } from '../src/press-control-by-keyboard.ts'
import { testUserAgents } from '../src/public-page-test-cases.ts'
import { xssPayloads } from '../src/xss-payloads.ts'
import { openSignInAndChooseWallet, installFakeWallet, firstFakeWalletName } from '../src/wallet-sign-in-test-steps.ts'
import { expect, test } from './server-playwright-fixtures.ts'

const sound = 'This is a well-formed sign-in message for Ethereum.'
// These are matched exactly, because the live region contains them in a longer text.
const isSigned = 'It’s a signature of exactly this text by the address in the message.'
const isNotSigned = 'It isn’t a signature of this text by the address in the message.'
const contractDecides =
  'If the address is a contract wallet, only its contract can say whether it accepts this signature.'
const linesOf = (page: Page) => page.getByRole('region', { name: 'The text, line by line' })
const messageField = (page: Page) => page.getByRole('textbox', { name: 'Message' })

test('every error example shows its code, line, rule and highlighted text', async ({ page }) => {
  await page.goto('/inspector')
  for (const [code, example] of Object.entries(messageErrorExamples)) {
    await page.evaluate((name) => void (location.hash = `example=${name}`), code)
    if (example.expected) {
      await expect(page.getByRole('heading', { name: sound })).toBeVisible()
      continue
    }
    await expect(page.getByText(code, { exact: true })).toBeVisible()
    await expect(page.getByText(new RegExp(`^Error 1 of \\d+ · line ${example.line}, `))).toBeVisible()
    await expect(
      page.locator('dd', { hasText: messageErrorCatalog[code as keyof typeof messageErrorCatalog].rule }).first(),
    ).toBeVisible()
    if (example.text.length <= 4096) await expect(linesOf(page).locator('mark').first()).toBeVisible()
  }
})

test('an example fills in the time, origin and signature that it needs', async ({ page }) => {
  await page.goto('/inspector')
  for (const [name, said] of [
    ['message.expired', 'It has expired.'],
    ['message.not_yet_valid', 'It isn’t valid yet.'],
    ['message.issued_in_future', 'It says it was issued in the future: a clock is wrong.'],
    ['message.scheme_mismatch', 'The message isn’t for this origin. A wallet that checks it warns or refuses.'],
    ['message.domain_mismatch', 'The message isn’t for this origin. A wallet that checks it warns or refuses.'],
    ['message.address_mismatch', isNotSigned],
    ['signed', isSigned],
  ] as const) {
    await page.evaluate((example) => void (location.hash = `example=${example}`), name)
    await expect(page.getByText(said, { exact: true })).toBeVisible()
    // Shows another error in between, because the next example may show the same text.
    await page.evaluate(() => void (location.hash = 'example=crlf'))
    await expect(page.getByText('message.carriage_return', { exact: true })).toBeVisible()
  }
})

test('the inspector checks a message against the given origin, time and signature', async ({ page, key }) => {
  const text = validEthereumMessageExample.replace(/0x\w+/, key.address)
  const signature = signEthereumMessage(key, text)
  await page.goto(
    `/inspector#${new URLSearchParams({ message: text, signature, origin: 'https://sub.example.com:8443', at: '2024-02-29T12:10:00Z' })}`,
  )
  await expect(page.getByRole('heading', { name: sound })).toBeVisible()
  await expect(page.getByText(isSigned, { exact: true })).toBeVisible()
  await expect(page.getByText('It has expired.', { exact: true })).toBeVisible()
  await expect(page.getByRole('row', { name: /^Subdomain .* different$/ })).toBeVisible()
  await expect(page.getByRole('row', { name: /^Port .* different$/ })).toBeVisible()
  await expect(page.getByRole('row', { name: /^Scheme .* same$/ })).toBeVisible()
  await page.getByRole('textbox', { name: 'Origin' }).fill('sub.example.com')
  await expect(page.getByText('The scheme is missing.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Check as of' }).fill('2024-02-29T12:01:00Z')
  await expect(page.getByText('It’s valid at this time.', { exact: true })).toBeVisible()
  await messageField(page).fill(text.replace('Sign in', 'Log in'))
  await expect(page.getByText(isNotSigned, { exact: true })).toBeVisible()
  for (const [other, title] of [
    [signature.slice(0, -2), 'A compact signature'],
    ['0x1234', 'Not a signature from an ordinary key (EOA)'],
    [`0x${'00'.repeat(96)}${'6492'.repeat(16)}`, 'A wrapped signature'],
    ['hello', 'Not a signature'],
  ] as const) {
    await page.getByRole('textbox', { name: 'Signature' }).fill(other)
    await expect(page.getByText(title, { exact: true })).toBeVisible()
    await expect(page.getByText(contractDecides, { exact: true })).toBeVisible({ visible: title !== 'Not a signature' })
  }
})

test('pasted text keeps every character, shows invisible ones, and can be fixed and restored', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/inspector')
  const pasted = validEthereumMessageExample.replaceAll('\n', '\r\n').replace('Example.', 'Ex\u200bamp\u0430le.')
  await paste(page, pasted)
  await expect(linesOf(page).getByText('CR', { exact: true }).first()).toBeVisible()
  await expect(linesOf(page).getByText('ZWSP', { exact: true })).toBeVisible()
  await expect(linesOf(page).getByText('≠ a', { exact: true })).toBeVisible()
  await expect(page.getByText(/CYRILLIC SMALL LETTER A is a look-alike, looks like a/)).toBeVisible()
  await page.getByRole('button', { name: 'Fix what’s certain' }).click()
  await expect(messageField(page)).toHaveValue(validEthereumMessageExample.replace('Example.', 'Examp\u0430le.'))
  await page.getByRole('button', { name: 'Try this fix' }).click()
  await expect(page.getByRole('heading', { name: sound })).toBeVisible()
  await expect(messageField(page)).toHaveValue(validEthereumMessageExample.replace('Example.', 'Exampale.'))
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('button', { name: 'Try this fix' })).toBeVisible()
  await paste(page, pasted)
  await expect(page.getByRole('button', { name: 'Fix what’s certain' })).toBeVisible()
  await page.getByRole('button', { name: 'Copy link' }).click()
  await expect(page.getByRole('status')).toContainText('Link copied.')
  const link = await page.evaluate(() => navigator.clipboard.readText())
  expect(new URLSearchParams(new URL(link).hash.slice(1)).get('message')).toBe(pasted)
})

test('editing the message selects its first error again', async ({ page }) => {
  await page.goto('/inspector')
  const faulty = validEthereumMessageExample.replace('Chain ID: 1', 'Chain ID: 0x1').replace('Version: 1', 'Version: 2')
  await messageField(page).fill(faulty)
  await page
    .getByRole('list')
    .getByRole('button', { name: /line 8, column 1/ })
    .click()
  await expect(page.getByText(/^Error 2 of 2 · line 8, /)).toBeVisible()
  await messageField(page).fill(faulty.replace('Nonce: 8mzv3kcq7h2ydx5w', 'Nonce: 8mzv'))
  await expect(page.getByText(/^Error 1 of 3 · line 7, /)).toBeVisible()
})

test.describe('Message inspector on Windows', () => {
  test.use({ userAgent: testUserAgents.firefoxOnWindows })

  test('drops the CRs that the clipboard adds, and restores them on request', async ({ page }) => {
    await page.goto('/inspector')
    await paste(page, validEthereumMessageExample.replaceAll('\n', '\r\n'))
    await expect(page.getByRole('heading', { name: sound })).toBeVisible()
    await page.getByRole('button', { name: 'Keep CRLF' }).click()
    await expect(page.getByText('message.carriage_return', { exact: true })).toBeVisible()
  })
})

test('errors are announced to screen readers and reachable by keyboard', async ({ page }) => {
  await page.goto('/inspector')
  await pressControlByKeyboard(page, messageField(page), 'End')
  await page.keyboard.insertText(
    validEthereumMessageExample.replace('Chain ID: 1', 'Chain ID: 0x1').replace('Version: 1', 'Version: 2'),
  )
  await expect(messageField(page)).toBeFocused()
  await expect(page.getByRole('status')).toHaveText(/^2 errors\. The first one, at line 7, column 10: /)
  await pressControlByKeyboard(page, page.getByRole('list').getByRole('button', { name: /line 8, column 1/ }))
  await expect(messageField(page)).toBeFocused()
  expect(
    await messageField(page).evaluate(
      (area) =>
        (area as HTMLTextAreaElement).value.slice(0, (area as HTMLTextAreaElement).selectionStart).split('\n').length,
    ),
  ).toBe(8)
  await expect(page.getByText('message.chain_id_invalid')).toBeVisible()
  await expectAccessible(page)
})

test('the loaded inspector works offline in both languages and sends no requests', async ({ page, context, key }) => {
  await installFakeWallet(page, key)
  await page.goto('/inspector')
  await expect(messageField(page)).toBeVisible()
  // The page prefetches after rendering, so it is loaded once nothing has arrived for a second.
  await page.waitForFunction(
    () =>
      performance.now() -
        Math.max(
          ...performance.getEntriesByType('resource').map((entry) => (entry as PerformanceResourceTiming).responseEnd),
        ) >
      1000,
  )
  await context.setOffline(true)
  const asked: string[] = []
  // The browser requests the icon again whenever the fragment changes.
  page.on('request', (request) => !request.url().endsWith('/favicon.svg') && asked.push(request.url()))
  await messageField(page).fill(validEthereumMessageExample)
  await expect(page.getByRole('heading', { name: sound })).toBeVisible()
  await page.getByRole('button', { name: 'Deutsch' }).click()
  await expect(
    page.getByRole('heading', { name: 'Das ist eine wohlgeformte Anmeldenachricht für Ethereum.' }),
  ).toBeVisible()
  await page.getByRole('link', { name: 'Verfassen' }).click()
  await page.getByRole('button', { name: 'English' }).click()
  await page.getByRole('textbox', { name: 'Chain ID' }).fill('0x1')
  await expect(page.getByText('Decimal digits.')).toBeVisible()
  await expect(page.getByText('Fix the errors first').first()).toBeVisible()
  await page.getByRole('textbox', { name: 'Chain ID' }).fill('10')
  await page.getByRole('textbox', { name: 'Statement' }).fill('Hello.')
  await page.getByRole('button', { name: firstFakeWalletName }).click()
  await expect(page.getByText(isSigned, { exact: true })).toBeVisible()
  await expect(messageField(page)).toHaveValue(new RegExp(`${key.address}\n\nHello\\.\n`))
  await expect(page.getByRole('status')).toContainText(`${firstFakeWalletName} signed.`)
  expect(asked).toEqual([])
})

test('N4: the inspector shows hostile or random pasted and linked input as text and keeps working', async ({
  page,
}) => {
  await page.goto('/inspector')
  const random = createMulberry32(4)
  const characters = [
    'a',
    '\n',
    '\r',
    '\0',
    '\u200b',
    '\u202e',
    '\ud800',
    'é',
    '😀',
    ' ',
    ':',
    '0x',
    'URI: ',
    'Nonce: ',
    validEthereumMessageExample.slice(0, 70),
  ]
  const garbage = Array.from({ length: 6 }, (_, index) =>
    Array.from({ length: 16 << (index + 3) }, () => characters[Math.floor(random() * characters.length)])
      .join('')
      .slice(0, 4096),
  )
  const hostile = xssPayloads
    .map((payload, index) =>
      validEthereumMessageExample
        .replace('Sign in to Example.', () => payload)
        .replace('/terms', () => xssPayloads.at(-index - 1)!),
    )
    .slice(0, 6)
  for (const text of [...hostile, ...xssPayloads, ...garbage, '\u200b'.repeat(4096), '\n'.repeat(4096)]) {
    await page.evaluate(
      (message) =>
        void (location.hash = String(
          new URLSearchParams({ message, signature: message, origin: message, at: message }),
        )),
      text,
    )
    await expect(page.getByRole('heading', { level: 2 })).toContainText('sign-in message')
  }
  for (const text of [...garbage, 'a'.repeat(100_000)]) {
    await messageField(page).fill(text)
    await expect(page.getByRole('heading', { level: 2 })).toContainText('sign-in message')
  }
  await expectNoHorizontalScroll(page)
  expect(await page.evaluate(() => 'taken' in window)).toBe(false)
  await messageField(page).fill(validEthereumMessageExample)
  await expect(page.getByRole('heading', { name: sound })).toBeVisible()
})

test('the sign-in page links a refused signature, and the error page an example, to the inspector', async ({
  page,
  key,
}) => {
  await installFakeWallet(page, key, { behavior: 'wrong-signer' })
  await openSignInAndChooseWallet(page)
  await page.getByRole('link', { name: 'Open in the inspector' }).click()
  await expect(page.getByRole('heading', { name: sound })).toBeVisible()
  await expect(page.getByText(isNotSigned, { exact: true })).toBeVisible()
  await expect(page.getByText('It’s valid at this time.', { exact: true })).toBeVisible()
  await page.goto('/error?code=message.nonce_short')
  await page.getByRole('link', { name: 'See an example in the inspector' }).click()
  await expect(page.getByText('message.nonce_short', { exact: true })).toBeVisible()
})

/** Dispatches a paste event, because a text area would normalize line endings. */
async function paste(page: Page, text: string): Promise<void> {
  await messageField(page).evaluate((area, text) => {
    ;(area as HTMLTextAreaElement).select()
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', text)
    area.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, text)
}

function createMulberry32(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
