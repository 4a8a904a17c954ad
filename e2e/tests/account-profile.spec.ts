// Tests the profile: name and picture, and the page of a person without a wallet.
import type { ApiEndpointOutput } from '@countersign/api/api-endpoints'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../src/expect-accessible.ts'
import { pressControlByKeyboard } from '../src/press-control-by-keyboard.ts'
import { deceptiveDisplayNames, xssPayloads } from '../src/xss-payloads.ts'
import { mockApiEndpointResponse, mockApiEndpointError } from '../src/api-response-mocking-test-steps.ts'
import { shortenAddress, openAccountWithFakeWallet } from '../src/wallet-sign-in-test-steps.ts'
import { expect, test } from './server-playwright-fixtures.ts'

const nameField = (page: Page) => page.getByRole('textbox', { name: 'What should applications call you?' })

async function giveName(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: /^(Add a name|Change name)$/ }).click()
  await nameField(page).fill(name)
  await page.getByRole('button', { name: 'Save' }).click()
}

test('a display name can be set, edited in place and removed by keyboard', async ({ page, key }) => {
  await openAccountWithFakeWallet(page, key)
  await pressControlByKeyboard(page, page.getByRole('button', { name: 'Add a name' }))
  await expect(nameField(page)).toBeFocused()
  await expect(nameField(page)).toHaveAccessibleDescription(/Only applications you share your profile with can see it/)
  await expectAccessible(page)
  await page.keyboard.type('Ada Łovelace')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status')).toHaveText('Your name is now Ada Łovelace.')
  await expect(page.getByRole('button', { name: 'Change name' })).toBeFocused()

  await page.keyboard.press('Enter')
  await page.keyboard.type('Somebody')
  await expect(nameField(page)).toHaveValue('Somebody')
  await page.keyboard.press('Escape')
  await expect(page.getByText('Ada Łovelace', { exact: true })).toBeVisible()
  await page.reload()
  await expect(page.getByText('Ada Łovelace', { exact: true })).toBeVisible()

  await giveName(page, '   ')
  await expect(page.getByRole('status')).toHaveText('Your name was removed.')
  await expect(page.getByText(shortenAddress(key.address), { exact: true })).toBeVisible()
})

test('N4: deceptive and invisible names are refused at the field', async ({ page, key }) => {
  await openAccountWithFakeWallet(page, key)
  await page.getByRole('button', { name: 'Add a name' }).click()
  for (const name of deceptiveDisplayNames.filter((name) => !name.includes('\n'))) {
    await nameField(page).fill(name)
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('alert')).toHaveText(
      'This name can’t be used. Use 1 to 64 visible characters, without spaces at the ends, double spaces or stacked accents.',
    )
    await expect(nameField(page)).toBeFocused()
    await expect(nameField(page)).toHaveAttribute('aria-invalid', 'true')
    await nameField(page).fill('')
  }
  await expectAccessible(page)
})

test('N4: a name that contains a script is shown as text', async ({ page, key }) => {
  await openAccountWithFakeWallet(page, key)
  for (const name of xssPayloads.filter((payload) => payload.length <= 64)) {
    await giveName(page, name)
    await expect(page.getByText(name, { exact: true })).toBeVisible()
    expect(await page.evaluate(() => 'taken' in window)).toBe(false)
  }
})

test('a picture is resized before upload, shown at once, and can be removed', async ({ page, server, key }) => {
  await openAccountWithFakeWallet(page, key)
  await page.setViewportSize({ width: 1900, height: 1000 })
  const large = await page.screenshot({ type: 'png' })
  const choosing = page.waitForEvent('filechooser')
  const sending = page.waitForRequest((request) => request.method() === 'PUT')
  await page.getByRole('button', { name: 'Choose a picture' }).click()
  await (await choosing).setFiles({ name: 'me.png', mimeType: 'image/png', buffer: large })
  const { content } = (await sending).postDataJSON() as { content: string }
  const sent = Buffer.from(content, 'base64')
  expect(sent.subarray(8, 12).toString()).toBe('WEBP')
  expect(sent.length).toBeLessThan(262_144)
  await expect(page.getByRole('status')).toHaveText('Your picture was updated.')
  const picture = page.locator('main img')
  await expect(picture).toBeVisible()
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight]))
    .toEqual([256, 256])
  await expectAccessible(page)
  const { person } = (await (
    await page.request.get(`${server.origin}/api/session`)
  ).json()) as ApiEndpointOutput<'readSession'>
  expect(await picture.getAttribute('src')).toBe(person?.picture)

  await page.getByRole('button', { name: 'Remove picture' }).click()
  await expect(page.getByRole('status')).toHaveText('Your picture was removed.')
  await expect(picture).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Choose a picture' })).toBeFocused()
})

test('files that the browser or server cannot read as a picture are rejected', async ({ page, key }) => {
  await openAccountWithFakeWallet(page, key)
  const file = page.locator('input[type=file]')
  await file.setInputFiles({
    name: 'drawing.png',
    mimeType: 'image/png',
    buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>window.taken=1</script></svg>'),
  })
  await expect(page.getByRole('alert')).toContainText('This browser can’t read that file as a picture.')
  await expectAccessible(page)
  await mockApiEndpointError(page, '**/api/person/picture', 'picture.invalid')
  await file.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: await page.screenshot() })
  await expect(page.getByRole('alert')).toContainText('Can’t read this picture.')
  await expect(page.locator('main img')).toHaveCount(0)
})

test('the account page works for a person without a wallet', async ({ page, context, server, key }) => {
  await openAccountWithFakeWallet(page, key)
  const { person, session } = (await (
    await context.request.get(`${server.origin}/api/session`)
  ).json()) as ApiEndpointOutput<'readSession'>
  if (!person || !session) throw new Error('No one is signed in.')
  await mockApiEndpointResponse(page, 'readSession', {
    person: { ...person, address: null },
    session: { ...session, wallet: null, passkey: { id: person.id, label: 'Phone\u202e' } },
  })
  await mockApiEndpointResponse(page, 'listWallets', { items: [], nextCursor: null, most: 20 })
  await page.reload()
  await expect(page.getByText('No name', { exact: true })).toBeVisible()
  await expect(page.getByText('Phone', { exact: true })).toBeVisible()
  await expect(page.getByText('You have no linked wallets. You sign in with your passkeys.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'What if you lose access?' })).toBeVisible()
  await expectAccessible(page)
})
