// Tests the username: chosen in the first consent that requests a username, left out of a consent,
// and changed in the account.
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

const field = (page: Page) => page.getByRole('textbox', { name: 'Choose a username' })

test('O11: a username is chosen before consent, can be withheld, and is not shared if taken', async ({ page }) => {
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
  await expect(page.getByText('This username is available.')).toBeVisible()
  await pressControlByKeyboard(page, page.getByRole('button', { name: 'Allow and continue' }))
  await page.waitForURL('**/signed-out')
  expect([chosen, allowed]).toMatchObject([[{ name: 'ada-99' }], [{ withheld: [] }]])

  await openUsernameConsentPage(page)
  await pressControlByKeyboard(page, page.getByRole('checkbox', { name: 'Your username' }), 'Space')
  await expect(field(page)).toBeHidden()
  await page.getByRole('button', { name: 'Allow and continue' }).click()
  await page.waitForURL('**/signed-out')
  expect([chosen.length, allowed.at(-1)]).toMatchObject([1, { withheld: ['user_name'] }])
})

test('consent shows a username chosen in another tab before sharing it', async ({ page }) => {
  const allowed = await mockApiEndpointResponse(page, 'consent', { next: '/signed-out' })
  await mockApiEndpointError(page, createApiEndpointUrlMatcher('chooseUsername'), 'username.already_set')
  await openUsernameConsentPage(page)
  await expect(field(page)).toHaveValue('calm-otter-42')
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

test('a missing required name is entered on the consent page and shared with the same click', async ({ page }) => {
  const allowed = await mockApiEndpointResponse(page, 'consent', { next: '/signed-out' })
  const saved = await mockApiEndpointResponse(page, 'changePerson', { ...ada, displayName: 'Ada' })
  const item = { scope: 'profile' as const, required: true, withheld: false, sameElsewhere: false }
  const reason = 'Your name is shown next to what you write.'
  await openConsentPage(page, {
    items: [...createConsentItemFixtures('openid', 'wallet'), { ...item, reason, missing: true }],
  })
  await expect(page.getByText(reason)).toBeVisible()
  await expect(page.getByRole('checkbox')).toHaveCount(1)
  const name = page.getByRole('textbox', { name: 'Your name' })
  await page.getByRole('button', { name: 'Allow and continue' }).click()
  await expect(page.getByText('Enter a name, or deny the request.')).toBeVisible()
  await expect(name).toBeFocused()
  expect([saved, allowed]).toEqual([[], []])
  await name.fill(' Ada ')
  await page.getByRole('button', { name: 'Allow and continue' }).click()
  await page.waitForURL('**/signed-out')
  expect([saved, allowed]).toMatchObject([[{ displayName: 'Ada' }], [{ withheld: [] }]])
})

test('a suggested username is not accepted before it is displayed', async ({ page }) => {
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

test('a username can be set in the account and changed after a warning; the old one stays reserved', async ({
  page,
  key,
}) => {
  // Unique names, because the server is shared.
  const [first, second] = [key.address.slice(2, 10), key.address.slice(10, 18)].map((part) => `n${part.toLowerCase()}`)
  await openAccountWithFakeWallet(page, key)
  await pressControlByKeyboard(page, page.getByRole('button', { name: 'Choose a username' }))
  await expect(field(page)).toBeFocused()
  await page.keyboard.type('1st')
  await expect(page.getByRole('alert').filter({ hasText: 'Use 2 to 30 lowercase letters' })).toBeVisible()
  await field(page).fill('admin')
  await expect(page.getByRole('alert').filter({ hasText: 'This username isn’t available.' })).toBeVisible()
  await field(page).fill(first ?? '')
  await expect(page.getByText('This username is available.')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(page.getByText(first ?? '', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Change username' })).toBeFocused()

  await page.keyboard.press('Enter')
  await expect(page.getByText('Applications may treat you as a new person')).toBeVisible()
  await field(page).fill(second ?? '')
  await page.getByRole('button', { name: 'Save username' }).click()
  await chooseWalletInDialog(findStepUpDialog(page), firstFakeWalletName)
  await expect(page.getByText(`Previous: ${first}. They stay yours.`)).toBeVisible()
  await page.reload()
  await expect(page.getByText(second ?? '', { exact: true })).toBeVisible()
})
