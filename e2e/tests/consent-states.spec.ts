// The pages on which a person decides about an application: every state of each, by keyboard, on a phone and in the dark;
// what is sent when something is decided; and what becomes of texts that a stranger wrote.
import { gzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { testKeys } from '@countersign/testing/test-keys'
import { expectAccessible, expectNoHorizontalScroll } from '../src/accessibility.ts'
import {
  createDeviceRequest,
  createGrant,
  createInteraction,
  signedOutResponse,
  registeredApplication,
  createWalletOffer,
  signedInResponse,
} from '../src/application-fixtures.ts'
import {
  mockAccountCalls,
  consentStates,
  openConnectedApplications,
  openApplicationSignIn,
  openConsentPage,
  openDeviceRequest,
  openSignOutQuestion,
  reachConsentState,
} from '../src/consent-states.ts'
import { pressByKeyboard } from '../src/press-by-keyboard.ts'
import { waitUntilLoaded } from '../src/wait-until-loaded.ts'
import { deceptiveNames, xssPayloads } from '../src/xss-payloads.ts'
import { matchCallUrl, mockCallResponse, mockCallError } from '../src/mock-responses.ts'
import { firstWalletName } from '../src/wallet-sign-in-steps.ts'
import { expect, test } from './test-fixtures.ts'

const groups = ['sign-in for', 'consent', 'device', 'sign-out', 'applications', 'error']

for (const group of groups) {
  test(`states: ${group}`, async ({ context }) => {
    const states = consentStates.filter(({ name }) => name.startsWith(group))
    expect(states.length).toBeGreaterThan(0)
    for (const state of states) {
      const page = await context.newPage()
      await reachConsentState(page, state)
      if (!state.isVariant) await expectAccessible(page)
      await page.close()
    }
  })
}

test('every state is in one of the groups', () => {
  expect(consentStates.filter(({ name }) => !groups.some((group) => name.startsWith(group)))).toEqual([])
})

test.describe('sign-in for an application', () => {
  test('ends where the server says, and says where that is', async ({ page }) => {
    await mockCallResponse(page, 'signIn', {
      person: signedInResponse.person!,
      session: signedInResponse.session!,
      next: '/signed-out',
    })
    // Whoever is signed in already is asked for a fresh proof all the same.
    await mockCallResponse(page, 'readSession', signedInResponse)
    await openApplicationSignIn(page)
    await pressByKeyboard(page, page.getByRole('button', { name: firstWalletName }))
    await expect(page.getByRole('main').getByText('Going to Ledger Notes…')).toBeVisible()
    await page.waitForURL('**/signed-out')
  })

  test('can be given up, on the way back to the application', async ({ page }) => {
    const denied = await mockCallResponse(page, 'deny', { next: '/signed-out' })
    await openApplicationSignIn(page)
    await pressByKeyboard(page, page.getByRole('button', { name: 'Cancel and go back to Ledger Notes' }))
    await page.waitForURL('**/signed-out')
    expect(denied).toEqual([null])
  })

  test('shows no wallets once it is over, whenever the server says so', async ({ page }) => {
    await mockCallError(page, matchCallUrl('createChallenge'), 'interaction.unusable')
    await mockCallError(page, matchCallUrl('readInteraction'), 'interaction.unusable')
    let isOver = false
    await page.route(matchCallUrl('createChallenge'), (route) => {
      isOver = true
      return route.fallback()
    })
    await page.route(matchCallUrl('readInteraction'), (route) =>
      isOver ? route.fallback() : route.fulfill({ json: createInteraction({ prompt: 'sign-in' }) }),
    )
    await page.goto('/sign-in?interaction=Xk3_test')
    await expect(
      page.getByRole('heading', { level: 1, name: 'This application’s sign-in has ended or expired.' }),
    ).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Choose your wallet' })).toBeHidden()
  })

  test('speaks the language that the application asks for, on this page alone', async ({ page }) => {
    await openApplicationSignIn(page)
    await page.goto('/sign-in?interaction=Xk3_test&lang=de')
    await expect(page.getByText('um weiter zu Ledger Notes zu kommen')).toBeVisible()
    await page.goto('/sign-in?interaction=Xk3_test&lang=fr')
    await expect(page.getByText('to continue to Ledger Notes')).toBeVisible()
  })

  test('loads at most 130 kB of code', async ({ page }) => {
    const loaded: Promise<number>[] = []
    page.on('response', (response) => {
      if (!['script', 'stylesheet'].includes(response.request().resourceType())) return
      loaded.push(response.body().then((body) => gzipSync(body).length))
    })
    await openApplicationSignIn(page)
    await expect(page.getByRole('button', { name: firstWalletName })).toBeVisible()
    await page.waitForLoadState('networkidle')
    const bytes = (await Promise.all(loaded)).reduce((sum, size) => sum + size, 0)
    test.info().annotations.push({ type: 'loaded', description: `${bytes} bytes of code` })
    expect(bytes).toBeGreaterThan(50_000)
    expect(bytes).toBeLessThanOrEqual(130_000)
  })
})

test.describe('consent', () => {
  test('by keyboard: what is left out is not allowed, and the proof goes with the address', async ({ page }) => {
    const sent = await mockCallResponse(page, 'consent', { next: '/signed-out' })
    await openConsentPage(page)
    await pressByKeyboard(page, page.getByRole('checkbox', { name: 'Your wallet address' }), 'Space')
    await expect(page.getByRole('checkbox', { name: 'The message you signed, as proof' })).not.toBeChecked()
    await expect(page.getByRole('checkbox', { name: 'A name for you' })).toHaveCount(0)
    await pressByKeyboard(page, page.getByRole('button', { name: 'Allow and continue' }))
    await page.waitForURL('**/signed-out')
    expect(sent).toEqual([{ withheld: ['wallet', 'proof'], seen: 'seen' }])
  })

  test('by keyboard: another wallet is told, and what that means is said', async ({ page }) => {
    const sent = await mockCallResponse(page, 'consent', { next: '/signed-out' })
    const offer = createWalletOffer(testKeys.alice, testKeys.bob)
    await openConsentPage(page, { wallet: { ...offer, known: offer.chosen } })
    const radios = page.getByRole('group', { name: 'Which of your wallets may Ledger Notes know?' }).getByRole('radio')
    await pressByKeyboard(page, radios.first(), 'ArrowDown')
    await expect(radios.nth(1)).toBeChecked()
    await expect(page.getByText('Ledger Notes will know that both wallets are yours.')).toBeVisible()
    await expect(page.getByText('The signed message stays out')).toBeVisible()
    await pressByKeyboard(page, page.getByRole('button', { name: 'Allow and continue' }))
    await page.waitForURL('**/signed-out')
    expect(sent).toEqual([{ withheld: [], wallet: offer.wallets[1]?.id, seen: 'seen' }])
  })

  test('is sent once, however often it is pressed, and is over when one comes back', async ({ page }) => {
    const sent = await mockCallResponse(page, 'consent', { next: '/signed-out' })
    await openConsentPage(page)
    await page.getByRole('button', { name: 'Allow and continue' }).evaluate((button: HTMLElement) => {
      for (let press = 0; press < 3; press += 1) button.click()
    })
    await page.waitForURL('**/signed-out')
    expect(sent).toEqual([{ withheld: [], wallet: createWalletOffer(testKeys.alice).chosen, seen: 'seen' }])
    await mockCallError(page, matchCallUrl('readInteraction'), 'interaction.unusable')
    await page.goBack()
    await expect(
      page.getByRole('heading', { level: 1, name: 'This application’s sign-in has ended or expired.' }),
    ).toBeVisible()
  })

  test('is denied', async ({ page }) => {
    const denied = await mockCallResponse(page, 'deny', { next: '/signed-out' })
    await openConsentPage(page)
    await page.getByRole('button', { name: 'Deny' }).click()
    await page.waitForURL('**/signed-out')
    expect(denied).toEqual([null])
  })

  test('remembers what was left out the last time', async ({ page }) => {
    const sent = await mockCallResponse(page, 'consent', { next: '/signed-out' })
    await openConsentPage(page, {
      items: [
        { scope: 'openid', required: true, withheld: false, sameElsewhere: false },
        { scope: 'profile', required: false, withheld: true, sameElsewhere: false },
      ],
    })
    await expect(page.getByRole('checkbox', { name: 'Your display name and picture' })).not.toBeChecked()
    await page.getByRole('button', { name: 'Allow and continue' }).click()
    await page.waitForURL('**/signed-out')
    expect(sent).toEqual([{ withheld: ['profile'], wallet: createWalletOffer(testKeys.alice).chosen, seen: 'seen' }])
  })

  test('needs somebody: without a session, or when it ends meanwhile, one signs in for the same application', async ({
    page,
  }) => {
    await mockCallResponse(page, 'readInteraction', createInteraction())
    await mockCallResponse(page, 'readSession', signedOutResponse)
    await page.goto('/consent?interaction=Xk3_test')
    await page.waitForURL('**/sign-in?interaction=Xk3_test')
    await mockCallError(page, matchCallUrl('consent'), 'session.required')
    await openConsentPage(page)
    await expect(page.getByRole('link', { name: 'Not you? Use another wallet' })).toHaveAttribute(
      'href',
      '/sign-in?interaction=Xk3_test',
    )
    await page.getByRole('button', { name: 'Allow and continue' }).click()
    await page.waitForURL('**/sign-in?interaction=Xk3_test')
  })
})

test.describe('device', () => {
  test('by keyboard: the code in any spelling, then a question, and nothing before it is answered', async ({
    page,
  }) => {
    const read = await mockCallResponse(page, 'readDeviceRequest', createDeviceRequest())
    const approved = await mockCallResponse(page, 'approveDevice', undefined)
    await page.goto('/device')
    await pressByKeyboard(page, page.getByRole('button', { name: 'Continue' }))
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
    await pressByKeyboard(page, page.getByRole('checkbox', { name: 'Your wallet address' }), 'Space')
    await pressByKeyboard(page, page.getByRole('button', { name: 'Sign in this device' }))
    await expect(page.getByRole('heading', { name: 'Your device is signed in' })).toBeFocused()
    expect(approved).toEqual([{ userCode: 'WDJB-MJHT', withheld: ['wallet'], seen: 'seen' }])
  })

  test('a link with a code only asks, and brings whoever is not signed in back to the question', async ({ page }) => {
    await mockCallError(page, matchCallUrl('readDeviceRequest'), 'session.required')
    await page.goto('/device?user_code=wdjb-mjht')
    await page.waitForURL('**/sign-in?next=%2Fdevice%3Fuser_code%3DWDJB-MJHT')
    const [approved, denied] = [
      await mockCallResponse(page, 'approveDevice', undefined),
      await mockCallResponse(page, 'denyDevice', undefined),
    ]
    await openDeviceRequest(page)
    await expect(page.getByText('Does your device show exactly this code?')).toBeVisible()
    await waitUntilLoaded(page)
    expect([approved, denied]).toEqual([[], []])
    await page.getByRole('button', { name: 'This was not me' }).click()
    await expect(page.getByRole('heading', { name: 'The device was refused' })).toBeVisible()
    expect([approved, denied]).toEqual([[], [{ userCode: 'WDJB-MJHT' }]])
  })
})

test('links to policy and terms are shown with their host, and lead out of the page in a tab of their own', async ({
  page,
}) => {
  await openConsentPage(page, {
    links: { policy: 'https://notes.example/privacy', terms: 'https://legal.notes.example/terms' },
  })
  const [policy, terms] = [
    page.getByRole('link', { name: 'Privacy policy' }),
    page.getByRole('link', { name: 'Terms of service' }),
  ]
  await expect(policy).toHaveAttribute('href', 'https://notes.example/privacy')
  await expect(terms).toHaveAttribute('href', 'https://legal.notes.example/terms')
  await expect(terms).toHaveAttribute('target', '_blank')
  await expect(terms).toHaveAttribute('rel', 'noreferrer')
  await expect(page.getByText('(legal.notes.example)')).toBeVisible()
  await expectAccessible(page)
  // An address that a browser would run is no link.
  await openConsentPage(page, { links: { policy: 'javascript:alert(1)', terms: 'https://notes.example/terms' } })
  await expect(terms).toHaveAttribute('href', 'https://notes.example/terms')
  await expect(policy).toHaveCount(0)
})

test('the page after a sign-out links back to the home page of the application that was named', async ({ page }) => {
  await mockCallResponse(page, 'readApplicationHome', {
    application: { id: 'notes', name: 'Notes', logo: null, uri: 'https://notes.example/' },
  })
  await page.goto('/signed-out?application=notes')
  await expect(page.getByRole('link', { name: 'Back to Notes' })).toHaveAttribute('href', 'https://notes.example/')
  await expectAccessible(page)
  await mockCallResponse(page, 'readApplicationHome', {
    application: { id: 'notes', name: 'Notes', logo: null, uri: 'javascript:alert(1)' },
  })
  await page.goto('/signed-out?application=notes')
  await waitUntilLoaded(page)
  await expect(page.getByRole('link', { name: 'Sign in again' })).toBeVisible()
  await expect(page.getByRole('link', { name: /^Back to/ })).toHaveCount(0)
})

test('sign-out is only confirmed by the person', async ({ page }) => {
  const confirmed = await mockCallResponse(page, 'confirmSignOut', { next: '/signed-out' })
  await openSignOutQuestion(page)
  await expect(page.getByRole('link', { name: 'Stay signed in' })).toHaveAttribute('href', '/account')
  expect(confirmed).toEqual([])
  await pressByKeyboard(page, page.getByRole('main').getByRole('button', { name: 'Sign out' }))
  await page.waitForURL('**/signed-out')
  expect(confirmed).toEqual([null])
})

test('an application is withdrawn after a question, and then the list is as it is', async ({ page }) => {
  await openConnectedApplications(page, 2)
  const list = page.getByRole('list', { name: 'Your applications' })
  await expect(list.getByRole('heading', { level: 2 })).toHaveText(['Ledger Notes', 'Application 1'])
  const withdraw = page.getByRole('button', { name: 'Withdraw what Ledger Notes was allowed' })
  await pressByKeyboard(page, withdraw)
  await page.keyboard.press('Escape')
  await expect(withdraw).toBeFocused()
  await page.keyboard.press('Enter')
  await mockCallResponse(page, 'withdrawGrant', undefined)
  await mockCallResponse(page, 'listGrants', { items: [createGrant(1)], nextCursor: null })
  await pressByKeyboard(page, page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }))
  await expect(list.getByRole('heading', { level: 2 })).toHaveText(['Application 1'])
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(page.getByRole('status')).toHaveText('Ledger Notes is signed out and has to ask again.')
})

test('a question that was put away can be asked again at once, however busy the machine is', async ({ page }) => {
  await openConnectedApplications(page, 1)
  const withdraw = page.getByRole('button', { name: 'Withdraw what Ledger Notes was allowed' })
  const asked = await withdraw.evaluate(async (button: HTMLButtonElement) => {
    // What React draws after an event comes in microtasks; no timer runs before this is over.
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

test('N4: whatever an application calls itself is text and nothing more', async ({ context }) => {
  const names = [...xssPayloads, ...deceptiveNames]
  const all = await context.newPage()
  await mockAccountCalls(all)
  const items = names.map((name, number) =>
    createGrant(number, {
      application: {
        ...registeredApplication,
        id: `n${number}`,
        name,
        logo: xssPayloads[number] ?? null,
        uri: xssPayloads[4],
      },
    }),
  )
  await mockCallResponse(all, 'listGrants', { items, nextCursor: null })
  await all.goto('/account/applications')
  await expect(all.getByRole('list', { name: 'Your applications' }).getByRole('heading', { level: 2 })).toHaveCount(
    names.length,
  )
  await expectNoScriptRan(all)
  await expectAccessible(all)
  await all.close()

  for (const name of [xssPayloads[0], xssPayloads[1], ...deceptiveNames.slice(1, 3)]) {
    const page = await context.newPage()
    await page.setViewportSize({ width: 360, height: 740 })
    const application = { ...registeredApplication, name, logo: name }
    const resources = [{ resource: name, scopes: [name, name] }]
    await openApplicationSignIn(page, { application, destination: name })
    await expectPlainText(page, 'You go on to')
    await openConsentPage(page, { application, destination: name, resources })
    await expectPlainText(page, 'You go on to')
    await openDeviceRequest(page, {
      application,
      resources,
      userAgent: name,
      networkPrefix: name,
      userCode: name.slice(0, 9),
    })
    await expectPlainText(page, 'Does your device show')
    await page.close()
  }
})

async function expectPlainText(page: Page, text: string): Promise<void> {
  await expect(page.getByText(text).first()).toBeVisible()
  await expectNoHorizontalScroll(page)
  await expectNoScriptRan(page)
}

test('N4: the error page shows the id of a request, and nothing else out of its address', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const id = '01k4x9q0e5m3h7t2v8b6n1c0da'
  await page.goto(
    `/error?code=application.unknown&request=${id}&error_description=${encodeURIComponent(xssPayloads[0])}`,
  )
  await page.getByRole('button', { name: 'Copy request id' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(id)
  expect(await page.getByRole('main').textContent()).not.toContain('taken')
  await page.goto(`/error?code=application.unknown&request=${encodeURIComponent(`${id}<b>`)}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByText('Request id')).toBeHidden()
})

async function expectNoScriptRan(page: Page): Promise<void> {
  expect(await page.evaluate(() => 'taken' in window)).toBe(false)
}
