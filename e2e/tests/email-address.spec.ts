// Tests the email address: verified by a code sent through a real mail server, unchanged by a wrong
// code, and removed.
import { startTestMailServer } from '@countersign/testing/test-mail-server'
import type { TestMailServer } from '@countersign/testing/test-mail-server'
import { expectAccessible, expectNoHorizontalScroll } from '../src/expect-accessible.ts'
import { createConsentItemFixtures } from '../src/consent-and-connected-application-fixtures.ts'
import { findStepUpDialog } from '../src/find-step-up-dialog.ts'
import { openConsentPage } from '../src/consent-page-test-steps.ts'
import { pressControlByKeyboard } from '../src/press-control-by-keyboard.ts'
import {
  createApiEndpointUrlMatcher,
  mockApiEndpointResponse,
  mockApiEndpointErrorOnce,
} from '../src/api-response-mocking-test-steps.ts'
import { openAccountWithFakeWallet, firstFakeWalletName } from '../src/wallet-sign-in-test-steps.ts'
import { chooseWalletInDialog } from '../src/wallets-page-test-steps.ts'
import { test as base, expect } from './server-playwright-fixtures.ts'

const test = base.extend<object, { mail: TestMailServer }>({
  mail: [
    async ({}, use) => {
      const mail = await startTestMailServer()
      await use(mail)
      await mail.close()
    },
    { scope: 'worker' },
  ],
  serverSettings: [
    async ({ mail }, use) =>
      use({
        COUNTERSIGN_SMTP_HOST: '127.0.0.1',
        COUNTERSIGN_SMTP_PORT: String(mail.port),
        COUNTERSIGN_SMTP_TLS: 'none',
        COUNTERSIGN_SMTP_FROM: 'sign-in@site.example',
      }),
    { scope: 'worker' },
  ],
})

test('P15: an email address is added only with the code sent to it, and can be removed', async ({
  page,
  key,
  mail,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openAccountWithFakeWallet(page, key)
  await pressControlByKeyboard(page, page.getByRole('button', { name: 'Add an email address' }))
  const address = page.getByRole('textbox', { name: 'Email address' })
  await expect(address).toBeFocused()
  await page.keyboard.type('ada@mail.example')
  await page.keyboard.press('Enter')
  await chooseWalletInDialog(findStepUpDialog(page), firstFakeWalletName)
  const code = page.getByRole('textbox', { name: 'Code from the email' })
  await expect(code).toBeFocused()
  await mail.waitForMails(1)
  expect(mail.mails.map(({ from, to }) => ({ from, to }))).toEqual([
    { from: 'sign-in@site.example', to: ['ada@mail.example'] },
  ])
  const sent = /^[0-9]{8}(?=\r?$)/m.exec(mail.mails[0]?.raw ?? '')?.[0] ?? ''
  await expectAccessible(page)
  await expectNoHorizontalScroll(page)

  await code.fill(sent.replace(/./, (digit) => String((Number(digit) + 1) % 10)))
  await page.keyboard.press('Enter')
  await expect(code).toHaveAttribute('aria-invalid', 'true')
  await expect(code).toBeFocused()
  await code.fill(sent)
  await page.keyboard.press('Enter')
  await expect(page.getByText('ada@mail.example', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Change email address' })).toBeFocused()
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(page.getByText('You haven’t added one.')).toBeVisible()
})

test('P15: an email address that an application requires is added on the consent page and shared', async ({ page }) => {
  const none = { offered: true, address: null, verifiedAt: null, awaited: null }
  await mockApiEndpointResponse(page, 'readEmail', none)
  await mockApiEndpointErrorOnce(page, createApiEndpointUrlMatcher('sendEmailCode'), 'step_up.required')
  const allowed = await mockApiEndpointResponse(page, 'consent', { next: '/signed-out' })
  const email = { required: true, withheld: false, sameElsewhere: false, reason: null, missing: true }
  await openConsentPage(page, { items: [...createConsentItemFixtures('openid'), { scope: 'email', ...email }] })
  await expect(page.getByRole('checkbox')).toHaveCount(0)
  await pressControlByKeyboard(page, page.getByRole('button', { name: 'Add an email address' }))
  const address = page.getByRole('textbox', { name: 'Email address' })
  await expect(address).toBeFocused()
  await page.keyboard.type('ada@mail.example')
  await page.keyboard.press('Enter')
  // The person's last proof is too old, so the link leads to a sign-in, then back to this request.
  await expect(page.getByRole('link', { name: 'Sign in again, then return here' })).toHaveAttribute(
    'href',
    /^\/sign-in\?interaction=/,
  )
  const sent = await mockApiEndpointResponse(page, 'sendEmailCode', {
    ...none,
    awaited: { address: 'ada@mail.example', expiresAt: '2026-01-15T12:10:00.000Z' },
  })
  await address.press('Enter')
  const code = page.getByRole('textbox', { name: 'Code from the email' })
  await expect(code).toBeFocused()
  await expectAccessible(page)
  await expectNoHorizontalScroll(page)
  await mockApiEndpointResponse(page, 'confirmEmail', {
    ...none,
    address: 'ada@mail.example',
    verifiedAt: '2026-01-15T12:01:00.000Z',
  })
  await code.fill('1234 5678')
  await code.press('Enter')
  await expect(page.getByText('Shared: ada@mail.example.')).toBeVisible()
  await page.getByRole('button', { name: 'Allow and continue' }).click()
  await page.waitForURL('**/signed-out')
  expect([sent, allowed]).toMatchObject([[{ address: 'ada@mail.example' }], [{ withheld: [] }]])
})
