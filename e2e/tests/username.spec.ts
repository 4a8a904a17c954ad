// The user name as people meet it: chosen with the consent that first asks for it, left out, and changed on the page of the account.
import type { ApiPerson } from '@countersign/api/api-endpoints'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../src/expect-accessible.ts'
import { findStepUpDialog } from '../src/find-step-up-dialog.ts'
import { createConsentItemFixtures } from '../src/consent-and-connected-application-fixtures.ts'
import { openConsentPage, openUsernameConsentPage } from '../src/consent-page-test-steps.ts'
import { pressControlByKeyboard } from '../src/press-control-by-keyboard.ts'
import {
  createApiEndpointUrlMatcher,
  mockApiEndpointResponse,
  mockApiEndpointError,
} from '../src/api-response-mocking-test-steps.ts'
import { openAccountWithFakeWallet, firstFakeWalletName } from '../src/wallet-sign-in-test-steps.ts'
import { chooseWalletInDialog } from '../src/wallets-page-test-steps.ts'
import { expect, test } from './server-playwright-fixtures.ts'

const field = (page: Page) => page.getByRole('textbox', { name: 'What should programs call you?' })

test('O11 with the consent: chosen before it is shared, withheld by itself, and not shared where it was refused', async ({
  page,
}) => {
  const allowed = await mockApiEndpointResponse(page, 'consent', { next: '/signed-out' })
  await mockApiEndpointError(page, createApiEndpointUrlMatcher('chooseUsername'), 'username.taken')
  await openUsernameConsentPage(page)
  await expect(field(page)).toHaveValue('calm-otter-42')
  await page.getByRole('button', { name: 'Allow and continue' }).click()
  await expect(page.getByText('This username isn’t available.')).toBeVisible()
  expect(allowed).toEqual([])

  await page.unroute(createApiEndpointUrlMatcher('chooseUsername'))
  const chosen = await mockApiEndpointResponse(page, 'chooseUsername', {
    name: 'ada-99',
    previousUsernames: [],
    left: 4,
    suggestions: [],
  })
  await mockApiEndpointResponse(page, 'checkUsername', { verdict: 'free' })
  await field(page).fill('Ada-99')
  await expect(page.getByText('This name is free.')).toBeVisible()
  await pressControlByKeyboard(page, page.getByRole('button', { name: 'Allow and continue' }))
  await page.waitForURL('**/signed-out')
  expect([chosen, allowed]).toMatchObject([[{ name: 'ada-99' }], [{ withheld: [] }]])

  await openUsernameConsentPage(page)
  await pressControlByKeyboard(page, page.getByRole('checkbox', { name: 'Your user name' }), 'Space')
  await expect(field(page)).toBeHidden()
  await page.getByRole('button', { name: 'Allow and continue' }).click()
  await page.waitForURL('**/signed-out')
  expect([chosen.length, allowed.at(-1)]).toMatchObject([1, { withheld: ['user_name'] }])
})

test('the consent of a second tab shows the name that was chosen in the first, and then shares it', async ({
  page,
}) => {
  const allowed = await mockApiEndpointResponse(page, 'consent', { next: '/signed-out' })
  await mockApiEndpointError(page, createApiEndpointUrlMatcher('chooseUsername'), 'username.already_set')
  await openUsernameConsentPage(page)
  await expect(field(page)).toHaveValue('calm-otter-42')
  // In the first tab, a name was chosen since.
  await mockApiEndpointResponse(page, 'readUsernames', {
    name: 'ada-99',
    previousUsernames: [],
    left: 4,
    suggestions: [],
  })
  await page.getByRole('button', { name: 'Allow and continue' }).click()
  await expect(page.getByText('You already have a username.')).toBeVisible()
  await expect(page.getByText('ada-99')).toBeVisible()
  expect(allowed).toEqual([])
  await page.getByRole('button', { name: 'Allow and continue' }).click()
  await page.waitForURL('**/signed-out')
  expect(allowed).toMatchObject([{ withheld: [] }])
})

const ada: ApiPerson = {
  id: 'person_ada',
  displayName: null,
  picture: null,
  address: null,
  walletName: null,
  walletPicture: null,
  createdAt: '2026-03-01T12:00:00.000Z',
}

test('a required name that the person does not have is entered on the consent page, and shared with the same press', async ({
  page,
}) => {
  const allowed = await mockApiEndpointResponse(page, 'consent', { next: '/signed-out' })
  const saved = await mockApiEndpointResponse(page, 'changePerson', { ...ada, displayName: 'Ada' })
  const item = { scope: 'profile' as const, required: true, withheld: false, sameElsewhere: false }
  const reason = 'Your name is shown next to what you write.'
  await openConsentPage(page, {
    items: [...createConsentItemFixtures('openid', 'wallet'), { ...item, reason, missing: true }],
  })
  await expect(page.getByText(reason)).toBeVisible()
  await expect(page.getByRole('checkbox')).toHaveCount(1)
  const name = page.getByRole('textbox', { name: 'What you are called' })
  await page.getByRole('button', { name: 'Allow and continue' }).click()
  await expect(page.getByText('Enter a name, or deny.')).toBeVisible()
  await expect(name).toBeFocused()
  expect([saved, allowed]).toEqual([[], []])
  await name.fill(' Ada ')
  await page.getByRole('button', { name: 'Allow and continue' }).click()
  await page.waitForURL('**/signed-out')
  expect([saved, allowed]).toMatchObject([[{ displayName: 'Ada' }], [{ withheld: [] }]])
})

test('nobody takes a name that they have not seen', async ({ page }) => {
  const allowed = await mockApiEndpointResponse(page, 'consent', { next: '/signed-out' })
  const chosen = await mockApiEndpointResponse(page, 'chooseUsername', {
    name: 'calm-otter-42',
    previousUsernames: [],
    left: 4,
    suggestions: [],
  })
  await openUsernameConsentPage(page)
  const held = Promise.withResolvers<void>()
  await page.route(createApiEndpointUrlMatcher('readUsernames'), async (route) => {
    if (route.request().method() === 'GET') await held.promise
    await route.fallback()
  })
  await page.reload()
  const allow = page.getByRole('button', { name: 'Allow and continue' })
  await expect(allow).toHaveAttribute('aria-busy', 'true')
  await pressControlByKeyboard(page, allow)
  held.resolve()
  await expect(field(page)).toHaveValue('calm-otter-42')
  await expect(allow).not.toHaveAttribute('aria-busy')
  expect([chosen, allowed]).toEqual([[], []])
  await allow.click()
  await page.waitForURL('**/signed-out')
  expect(chosen).toEqual([{ name: 'calm-otter-42' }])
})

test('on the page of the account it is chosen, changed after a warning, and the old one stays theirs', async ({
  page,
  key,
}) => {
  // The server is shared: names are of this test alone.
  const [first, second] = [key.address.slice(2, 10), key.address.slice(10, 18)].map((part) => `n${part.toLowerCase()}`)
  await openAccountWithFakeWallet(page, key)
  await pressControlByKeyboard(page, page.getByRole('button', { name: 'Choose a user name' }))
  await expect(field(page)).toBeFocused()
  await page.keyboard.type('1st')
  await expect(page.getByRole('alert').filter({ hasText: 'Use 2 to 30 small letters' })).toBeVisible()
  await field(page).fill('admin')
  await expect(page.getByRole('alert').filter({ hasText: 'This name cannot be had.' })).toBeVisible()
  await field(page).fill(first ?? '')
  await expect(page.getByText('This name is free.')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(page.getByText(first ?? '', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Change user name' })).toBeFocused()

  await page.keyboard.press('Enter')
  await expect(page.getByText('Programs may take you for somebody new')).toBeVisible()
  await field(page).fill(second ?? '')
  await page.getByRole('button', { name: 'Take this name' }).click()
  await chooseWalletInDialog(findStepUpDialog(page), firstFakeWalletName)
  await expect(page.getByText(`Before: ${first}. These stay yours.`)).toBeVisible()
  await page.reload()
  await expect(page.getByText(second ?? '', { exact: true })).toBeVisible()
})
