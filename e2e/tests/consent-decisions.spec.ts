// Tests decisions about applications (consent page, device page, application list) and the requests
// they send.
import { ethereumTestKeys } from '@countersign/testing/ethereum-test-keys'
import {
  createDeviceRequestFixture,
  createApplicationGrantFixture,
  createOidcInteractionFixture,
  signedOutSessionFixture,
  createWalletChoiceFixtures,
} from '../src/consent-and-connected-application-fixtures.ts'
import {
  openConnectedApplications,
  openConsentPage,
  openDeviceRequestPage,
  openSignOutConfirmation,
} from '../src/consent-page-test-steps.ts'
import { pressControlByKeyboard } from '../src/press-control-by-keyboard.ts'
import { waitUntilPageLoaded } from '../src/wait-until-page-loaded.ts'
import {
  createApiEndpointUrlMatcher,
  mockApiEndpointResponse,
  mockApiEndpointError,
} from '../src/api-response-mocking-test-steps.ts'
import { expect, test } from './server-playwright-fixtures.ts'

test.describe('Consent page', () => {
  test('withheld scopes are not granted, and withholding the address also withholds the proof', async ({ page }) => {
    const sent = await mockApiEndpointResponse(page, 'consent', { next: '/signed-out' })
    await openConsentPage(page)
    await pressControlByKeyboard(page, page.getByRole('checkbox', { name: 'Your wallet address' }), 'Space')
    await expect(page.getByRole('checkbox', { name: 'The message you signed, as proof' })).not.toBeChecked()
    await expect(page.getByRole('checkbox', { name: 'An ID for you' })).toHaveCount(0)
    await pressControlByKeyboard(page, page.getByRole('button', { name: 'Allow and continue' }))
    await page.waitForURL('**/signed-out')
    expect(sent).toEqual([{ withheld: ['wallet', 'proof'], consentFingerprint: 'seen' }])
  })

  test('choosing another wallet by keyboard shares it and explains the consequences', async ({ page }) => {
    const sent = await mockApiEndpointResponse(page, 'consent', { next: '/signed-out' })
    const offer = createWalletChoiceFixtures(ethereumTestKeys.alice, ethereumTestKeys.bob)
    await openConsentPage(page, { wallet: { ...offer, known: offer.chosen } })
    const radios = page
      .getByRole('group', { name: 'Which wallet do you want to share with Ledger Notes?' })
      .getByRole('radio')
    await pressControlByKeyboard(page, radios.first(), 'ArrowDown')
    await expect(radios.nth(1)).toBeChecked()
    await expect(page.getByText('Ledger Notes will know that both wallets are yours.')).toBeVisible()
    await expect(page.getByText('The signed message isn’t shared')).toBeVisible()
    await pressControlByKeyboard(page, page.getByRole('button', { name: 'Allow and continue' }))
    await page.waitForURL('**/signed-out')
    expect(sent).toEqual([{ withheld: [], wallet: offer.wallets[1]?.id, consentFingerprint: 'seen' }])
  })

  test('consent is sent once despite repeated clicks, and Back shows that the sign-in has ended', async ({ page }) => {
    const sent = await mockApiEndpointResponse(page, 'consent', { next: '/signed-out' })
    await openConsentPage(page)
    await page.getByRole('button', { name: 'Allow and continue' }).evaluate((button: HTMLElement) => {
      for (let press = 0; press < 3; press += 1) button.click()
    })
    await page.waitForURL('**/signed-out')
    expect(sent).toEqual([
      { withheld: [], wallet: createWalletChoiceFixtures(ethereumTestKeys.alice).chosen, consentFingerprint: 'seen' },
    ])
    await mockApiEndpointError(page, createApiEndpointUrlMatcher('readInteraction'), 'interaction.invalid')
    await page.goBack()
    await expect(
      page.getByRole('heading', { level: 1, name: 'This application’s sign-in has ended or expired.' }),
    ).toBeVisible()
  })

  test('denying consent sends the denial', async ({ page }) => {
    const denied = await mockApiEndpointResponse(page, 'deny', { next: '/signed-out' })
    await openConsentPage(page)
    await page.getByRole('button', { name: 'Deny' }).click()
    await page.waitForURL('**/signed-out')
    expect(denied).toEqual([null])
  })

  test('scopes withheld last time are unchecked', async ({ page }) => {
    const sent = await mockApiEndpointResponse(page, 'consent', { next: '/signed-out' })
    await openConsentPage(page, {
      items: [
        { scope: 'openid', required: true, withheld: false, sameElsewhere: false },
        { scope: 'profile', required: false, withheld: true, sameElsewhere: false },
      ],
    })
    await expect(page.getByRole('checkbox', { name: 'Your display name and picture' })).not.toBeChecked()
    await page.getByRole('button', { name: 'Allow and continue' }).click()
    await page.waitForURL('**/signed-out')
    expect(sent).toEqual([
      {
        withheld: ['profile'],
        wallet: createWalletChoiceFixtures(ethereumTestKeys.alice).chosen,
        consentFingerprint: 'seen',
      },
    ])
  })

  test('a missing or expired session leads to sign-in for the same application', async ({ page }) => {
    await mockApiEndpointResponse(page, 'readInteraction', createOidcInteractionFixture())
    await mockApiEndpointResponse(page, 'readSession', signedOutSessionFixture)
    await page.goto('/consent?interaction=Xk3_test')
    await page.waitForURL('**/sign-in?interaction=Xk3_test')
    await mockApiEndpointError(page, createApiEndpointUrlMatcher('consent'), 'session.required')
    await openConsentPage(page)
    await expect(page.getByRole('link', { name: 'Not you? Use a different wallet' })).toHaveAttribute(
      'href',
      '/sign-in?interaction=Xk3_test',
    )
    await page.getByRole('button', { name: 'Allow and continue' }).click()
    await page.waitForURL('**/sign-in?interaction=Xk3_test')
  })
})

test.describe('Device page', () => {
  test('accepts the code in any format by keyboard and approves only after confirmation', async ({ page }) => {
    const read = await mockApiEndpointResponse(page, 'readDeviceRequest', createDeviceRequestFixture())
    const approved = await mockApiEndpointResponse(page, 'approveDevice', undefined)
    await page.goto('/device')
    await pressControlByKeyboard(page, page.getByRole('button', { name: 'Continue' }))
    await expect(page.getByRole('alert')).toHaveText('Enter the code first.')
    await expect(page.getByRole('textbox', { name: 'Code' })).toBeFocused()
    await page.keyboard.type('wdjb mjh')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Backspace')
    await page.keyboard.type('jt')
    await page.keyboard.press('Delete')
    await expect(page.getByRole('textbox', { name: 'Code' })).toHaveValue('WDJB-MJT')
    await page.getByRole('textbox', { name: 'Code' }).fill(' wdjb–mjht ')
    await expect(page.getByRole('textbox', { name: 'Code' })).toHaveValue('WDJB-MJHT')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Ledger CLI wants to sign in a device' })).toBeFocused()
    expect([read, approved]).toEqual([[{ userCode: 'WDJB-MJHT' }], []])
    await pressControlByKeyboard(page, page.getByRole('checkbox', { name: 'Your wallet address' }), 'Space')
    await pressControlByKeyboard(page, page.getByRole('button', { name: 'Sign in this device' }))
    await expect(page.getByRole('heading', { name: 'Your device is signed in' })).toBeFocused()
    expect(approved).toEqual([{ userCode: 'WDJB-MJHT', withheld: ['wallet'], consentFingerprint: 'seen' }])
  })

  test('a link with a code only asks for confirmation, also after signing in', async ({ page }) => {
    await mockApiEndpointError(page, createApiEndpointUrlMatcher('readDeviceRequest'), 'session.required')
    await page.goto('/device?user_code=wdjb-mjht')
    await page.waitForURL('**/sign-in?next=%2Fdevice%3Fuser_code%3DWDJB-MJHT')
    const [approved, denied] = [
      await mockApiEndpointResponse(page, 'approveDevice', undefined),
      await mockApiEndpointResponse(page, 'denyDevice', undefined),
    ]
    await openDeviceRequestPage(page)
    await expect(page.getByText('Does your device show exactly this code?')).toBeVisible()
    await waitUntilPageLoaded(page)
    expect([approved, denied]).toEqual([[], []])
    await page.getByRole('button', { name: 'This wasn’t me' }).click()
    await expect(page.getByRole('heading', { name: 'Device sign-in denied' })).toBeVisible()
    expect([approved, denied]).toEqual([[], [{ userCode: 'WDJB-MJHT' }]])
  })
})

test('sign-out requires confirmation by the person', async ({ page }) => {
  const confirmed = await mockApiEndpointResponse(page, 'confirmSignOut', { next: '/signed-out' })
  await openSignOutConfirmation(page)
  await expect(page.getByRole('link', { name: 'Stay signed in' })).toHaveAttribute('href', '/account')
  expect(confirmed).toEqual([])
  await pressControlByKeyboard(page, page.getByRole('main').getByRole('button', { name: 'Sign out' }))
  await page.waitForURL('**/signed-out')
  expect(confirmed).toEqual([null])
})

test('revoking an application asks for confirmation and updates the list', async ({ page }) => {
  await openConnectedApplications(page, 2)
  const list = page.getByRole('list', { name: 'Your applications' })
  await expect(list.getByRole('heading', { level: 2 })).toHaveText(['Ledger Notes', 'Application 1'])
  const withdraw = page.getByRole('button', { name: 'Revoke access for Ledger Notes' })
  await pressControlByKeyboard(page, withdraw)
  await page.keyboard.press('Escape')
  await expect(withdraw).toBeFocused()
  await page.keyboard.press('Enter')
  await mockApiEndpointResponse(page, 'revokeGrant', undefined)
  await mockApiEndpointResponse(page, 'listGrants', { items: [createApplicationGrantFixture(1)], nextCursor: null })
  await pressControlByKeyboard(page, page.getByRole('dialog').getByRole('button', { name: 'Revoke access' }))
  await expect(list.getByRole('heading', { level: 2 })).toHaveText(['Application 1'])
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(page.getByRole('status')).toHaveText(
    'You’re signed out of Ledger Notes. It must ask you again next time.',
  )
})

test('a canceled confirmation dialog can be reopened immediately', async ({ page }) => {
  await openConnectedApplications(page, 1)
  const withdraw = page.getByRole('button', { name: 'Revoke access for Ledger Notes' })
  const asked = await withdraw.evaluate(async (button: HTMLButtonElement) => {
    // React renders after an event in microtasks; no timer runs before they are done.
    const drawn = async (): Promise<void> => {
      for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
    }
    const isAsked = (): boolean => document.querySelector('dialog') !== null
    const seen: boolean[] = []
    button.focus()
    button.click()
    await drawn()
    seen.push(isAsked())
    document.querySelector('dialog')?.dispatchEvent(new Event('cancel', { cancelable: true }))
    await drawn()
    seen.push(isAsked())
    button.click()
    await drawn()
    seen.push(isAsked())
    return seen
  })
  expect(asked).toEqual([true, false, true])
})
