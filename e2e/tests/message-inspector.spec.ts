// The inspector as a person meets it: every fault shown at its place, nothing sent anywhere, and nothing that is pasted
// breaks it. The parts of it that run inside a page are checked against the browser's types.
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
// Matched exactly, because the live region repeats them within a longer text.
const isSigned = 'It is the signature of the address in the message, over this text.'
const isNotSigned = 'It is not the signature of the address in the message over this text.'
const contractDecides =
  'If the address is a contract wallet, only its contract can say whether it accepts this signature.'
const linesOf = (page: Page) => page.getByRole('region', { name: 'The text, line by line' })
const messageField = (page: Page) => page.getByRole('textbox', { name: 'Message' })

test('every fault of the catalogue is shown by its example, at its line and in its text', async ({ page }) => {
  await page.goto('/inspector')
  for (const [code, example] of Object.entries(messageErrorExamples)) {
    await page.evaluate((name) => void (location.hash = `example=${name}`), code)
    if (example.expected) {
      await expect(page.getByRole('heading', { name: sound })).toBeVisible()
      continue
    }
    await expect(page.getByText(code, { exact: true })).toBeVisible()
    await expect(page.getByText(new RegExp(`^Fault 1 of \\d+ · line ${example.line}, `))).toBeVisible()
    await expect(
      page.locator('dd', { hasText: messageErrorCatalog[code as keyof typeof messageErrorCatalog].rule }).first(),
    ).toBeVisible()
    if (example.text.length <= 4096) await expect(linesOf(page).locator('mark').first()).toBeVisible()
  }
})

test('an example comes with the moment, the origin and the signature that make it one', async ({ page }) => {
  await page.goto('/inspector')
  for (const [name, said] of [
    ['message.expired', 'It has expired.'],
    ['message.not_yet_valid', 'It is not valid yet.'],
    ['message.issued_in_future', 'It says that it was made in the future: a clock is wrong.'],
    ['message.scheme_mismatch', 'The message is not for this origin. A wallet that checks it warns or refuses.'],
    ['message.domain_mismatch', 'The message is not for this origin. A wallet that checks it warns or refuses.'],
    ['message.address_mismatch', isNotSigned],
    ['signed', isSigned],
  ] as const) {
    await page.evaluate((example) => void (location.hash = `example=${example}`), name)
    await expect(page.getByText(said, { exact: true })).toBeVisible()
    // The sentence goes away before the next example may say the same one.
    await page.evaluate(() => void (location.hash = 'example=crlf'))
    await expect(page.getByText('message.carriage_return', { exact: true })).toBeVisible()
  }
})

test('a message for another origin, at another time, with another signature', async ({ page, key }) => {
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
  await expect(page.getByText('This has no scheme.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Moment' }).fill('2024-02-29T12:01:00Z')
  await expect(page.getByText('It is valid at this moment.', { exact: true })).toBeVisible()
  await messageField(page).fill(text.replace('Sign in', 'Log in'))
  await expect(page.getByText(isNotSigned, { exact: true })).toBeVisible()
  for (const [other, title] of [
    [signature.slice(0, -2), 'A compact signature'],
    ['0x1234', 'No signature of a plain key'],
    [`0x${'00'.repeat(96)}${'6492'.repeat(16)}`, 'A wrapped signature'],
    ['hello', 'Not a signature'],
  ] as const) {
    await page.getByRole('textbox', { name: 'Signature' }).fill(other)
    await expect(page.getByText(title, { exact: true })).toBeVisible()
    await expect(page.getByText(contractDecides, { exact: true })).toBeVisible({ visible: title !== 'Not a signature' })
  }
})

test('what is pasted is kept letter by letter, drawn where it cannot be seen, fixed, and undone', async ({
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
  await page.getByRole('button', { name: 'Mend what is certain' }).click()
  await expect(messageField(page)).toHaveValue(validEthereumMessageExample.replace('Example.', 'Examp\u0430le.'))
  await page.getByRole('button', { name: 'Try this fix' }).click()
  await expect(page.getByRole('heading', { name: sound })).toBeVisible()
  await expect(messageField(page)).toHaveValue(validEthereumMessageExample.replace('Example.', 'Exampale.'))
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('button', { name: 'Try this fix' })).toBeVisible()
  await paste(page, pasted)
  await expect(page.getByRole('button', { name: 'Mend what is certain' })).toBeVisible()
  await page.getByRole('button', { name: 'Copy link' }).click()
  await expect(page.getByRole('status')).toContainText('The link is copied.')
  const link = await page.evaluate(() => navigator.clipboard.readText())
  expect(new URLSearchParams(new URL(link).hash.slice(1)).get('message')).toBe(pasted)
})

test('the fault that was chosen is that of its text alone: another text begins with its first', async ({ page }) => {
  await page.goto('/inspector')
  const faulty = validEthereumMessageExample.replace('Chain ID: 1', 'Chain ID: 0x1').replace('Version: 1', 'Version: 2')
  await messageField(page).fill(faulty)
  await page
    .getByRole('list')
    .getByRole('button', { name: /line 8, column 1/ })
    .click()
  await expect(page.getByText(/^Fault 2 of 2 · line 8, /)).toBeVisible()
  await messageField(page).fill(faulty.replace('Nonce: 8mzv3kcq7h2ydx5w', 'Nonce: 8mzv'))
  await expect(page.getByText(/^Fault 1 of 3 · line 7, /)).toBeVisible()
})

test.describe('on Windows', () => {
  test.use({ userAgent: testUserAgents.firefoxOnWindows })

  test('line endings that the clipboard adds are taken for none, unless they are wanted', async ({ page }) => {
    await page.goto('/inspector')
    await paste(page, validEthereumMessageExample.replaceAll('\n', '\r\n'))
    await expect(page.getByRole('heading', { name: sound })).toBeVisible()
    await page.getByRole('button', { name: 'Keep them' }).click()
    await expect(page.getByText('message.carriage_return', { exact: true })).toBeVisible()
  })
})

test('by keyboard alone and by ear: paste, hear what is wrong, go to the place, fix it', async ({ page }) => {
  await page.goto('/inspector')
  await pressControlByKeyboard(page, messageField(page), 'End')
  await page.keyboard.insertText(
    validEthereumMessageExample.replace('Chain ID: 1', 'Chain ID: 0x1').replace('Version: 1', 'Version: 2'),
  )
  await expect(messageField(page)).toBeFocused()
  await expect(page.getByRole('status')).toHaveText(/^2 faults\. The first one, at line 7, column 10: /)
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

test('works offline once it is loaded, in both languages, and sends nothing anywhere', async ({
  page,
  context,
  key,
}) => {
  await installFakeWallet(page, key)
  await page.goto('/inspector')
  await expect(messageField(page)).toBeVisible()
  // What the page loads for later comes after what it shows: loaded it is when nothing has come for a second.
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
  // The browser itself looks for the page's icon again whenever the fragment changes.
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
  await expect(page.getByText('Mend the faults first').first()).toBeVisible()
  await page.getByRole('textbox', { name: 'Chain ID' }).fill('10')
  await page.getByRole('textbox', { name: 'Statement' }).fill('Hello.')
  await page.getByRole('button', { name: firstFakeWalletName }).click()
  await expect(page.getByText(isSigned, { exact: true })).toBeVisible()
  await expect(messageField(page)).toHaveValue(new RegExp(`${key.address}\n\nHello\\.\n`))
  await expect(page.getByRole('status')).toContainText(`${firstFakeWalletName} signed.`)
  expect(asked).toEqual([])
})

test('N4: whatever is pasted or comes by a link, the page shows it as text and goes on', async ({ page }) => {
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

test('a refused signature is opened from the sign-in page, and a code from the error page', async ({ page, key }) => {
  await installFakeWallet(page, key, { behavior: 'wrong-signer' })
  await openSignInAndChooseWallet(page)
  await page.getByRole('link', { name: 'Open in the inspector' }).click()
  await expect(page.getByRole('heading', { name: sound })).toBeVisible()
  await expect(page.getByText(isNotSigned, { exact: true })).toBeVisible()
  await expect(page.getByText('It is valid at this moment.', { exact: true })).toBeVisible()
  await page.goto('/error?code=message.nonce_short')
  await page.getByRole('link', { name: 'See an example in the inspector' }).click()
  await expect(page.getByText('message.nonce_short', { exact: true })).toBeVisible()
})

/** Pastes as a browser does, with the line endings that a text area would not keep. */
async function paste(page: Page, text: string): Promise<void> {
  await messageField(page).evaluate((area, text) => {
    ;(area as HTMLTextAreaElement).select()
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', text)
    area.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, text)
}

/** Numbers that are random and the same each time. */
function createMulberry32(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
