// Calls all endpoints for a person's own account, from setup to merging.
import type { TestMailServer } from '@countersign/testing/test-mail-server'
import { createEthereumTestKey, ethereumTestKeys } from '@countersign/testing/ethereum-test-keys'
import { issueSetupCode } from '../admin/setup/issue-setup-code.ts'
import { systemRandomBytes } from '../platform/clock.ts'
import { openSteppedUpBrowser } from './countersign-test-server.ts'
import {
  answerCrossDeviceRequestOnPhone,
  submitPhoneAnswerFromWaitingBrowser,
  sendCrossDeviceRequestFromPhone,
  pickCrossDeviceMatchingCode,
  showCrossDeviceCode,
} from './cross-device-test-steps.ts'
import {
  requestIdentityMergeAcceptanceForTests,
  linkWalletForTests,
  createIdentityMergeOfferForTests,
  requestIdentityMergeUndoForTests,
} from './identity-merge-test-steps.ts'
import { addTestPasskey, signInWithPasskey, signUpWithPasskey, stepUpWithPasskey } from './passkey-test-steps.ts'
import type { ClockControlledTestServer } from './call-api-expecting-success.ts'
import { callApiExpectingSuccess } from './call-api-expecting-success.ts'

/** Becomes the first owner with the setup code, and dismisses a setup step. */
export async function exerciseFirstRunSetupEndpoints(app: ClockControlledTestServer): Promise<void> {
  const { queries } = app.database
  const code = await issueSetupCode({ queries, random: systemRandomBytes })
  const first = await openSteppedUpBrowser(app, createEthereumTestKey(900))
  await callApiExpectingSuccess(first, 'GET', '/api/setup')
  await callApiExpectingSuccess(first, 'POST', '/api/setup', { code })
  await callApiExpectingSuccess(first, 'GET', '/api/admin')
  await callApiExpectingSuccess(first, 'GET', '/api/admin/setup-steps')
  await callApiExpectingSuccess(first, 'DELETE', '/api/admin/setup-steps/chain')
}

export async function exerciseAccountEndpoints(
  app: ClockControlledTestServer,
  picture: string,
  mail: Pick<TestMailServer, 'mails' | 'waitForMails'>,
): Promise<void> {
  const { alice, bob } = ethereumTestKeys
  const browser = await openSteppedUpBrowser(app, alice)
  await callApiExpectingSuccess(browser, 'POST', '/api/sign-in-failures', { reason: 'wallet-failed' })
  await callApiExpectingSuccess(browser, 'GET', '/api/session')
  await callApiExpectingSuccess(browser, 'PATCH', '/api/person', { displayName: 'Ada of the walk' })
  await callApiExpectingSuccess(browser, 'GET', '/api/person/email')
  await callApiExpectingSuccess(browser, 'POST', '/api/person/email', { address: 'ada@mail.example', language: 'en' })
  await mail.waitForMails(1)
  const code = /^[0-9]{8}\r?$/m.exec(mail.mails.at(-1)?.raw ?? '')?.[0].trim()
  await callApiExpectingSuccess(browser, 'POST', '/api/person/email/confirm', { code })
  await callApiExpectingSuccess(browser, 'DELETE', '/api/person/email')
  await callApiExpectingSuccess(browser, 'GET', '/api/person/username')
  await callApiExpectingSuccess(browser, 'POST', '/api/person/username/check', { name: 'ada' })
  await callApiExpectingSuccess(browser, 'POST', '/api/person/username', { name: 'ada' })
  await callApiExpectingSuccess(browser, 'PUT', '/api/person/username', { name: 'ada-of-the-walk' })
  await callApiExpectingSuccess(browser, 'PUT', '/api/person/picture', { content: picture })
  const wallet = await linkWalletForTests(browser, bob)
  await callApiExpectingSuccess(browser, 'PATCH', `/api/wallets/${wallet.id}`, {
    label: 'Savings of the walk',
    primary: true,
  })
  await callApiExpectingSuccess(browser, 'POST', `/api/wallets/${wallet.id}/confirm`)
  await callApiExpectingSuccess(browser, 'GET', '/api/wallets')
  for (const url of [
    '/api/activity',
    '/api/activity?kind=sign-ins',
    '/api/activity/export?format=jsonl',
    '/api/export',
    '/api/sessions',
    '/api/grants',
    '/api/retention',
  ])
    await callApiExpectingSuccess(browser, 'GET', url)
  await callApiExpectingSuccess(browser, 'DELETE', `/api/wallets/${wallet.id}`)
  await callApiExpectingSuccess(browser, 'DELETE', '/api/person/picture')
  await (await openSteppedUpBrowser(app, alice)).send('GET', '/api/session')
  const { items } = await callApiExpectingSuccess<{ items: { id: string; current: boolean }[] }>(
    browser,
    'GET',
    '/api/sessions',
  )
  const other = items.find(({ current }) => !current)
  await callApiExpectingSuccess(browser, 'DELETE', `/api/sessions/${other?.id}`)
  await callApiExpectingSuccess(browser, 'DELETE', '/api/sessions')
  await callApiExpectingSuccess(browser, 'POST', '/api/sign-out')
  const leaving = await openSteppedUpBrowser(app, createEthereumTestKey(910))
  await callApiExpectingSuccess(leaving, 'DELETE', '/api/person')
  // A sign-in is refused because another key signed it.
  const stranger = app.openBrowser()
  const { message } = await stranger.signChallenge(alice)
  await stranger.send('POST', '/api/sign-in', { message, signature: (await stranger.signChallenge(bob)).signature })
  const { id } = await stranger.requestChallenge({ purpose: 'sign-in', walletKind: 'contract' })
  await callApiExpectingSuccess(stranger, 'GET', `/api/challenges/${id}`)
}

export async function exercisePasskeyEndpoints(app: ClockControlledTestServer): Promise<void> {
  const browser = await openSteppedUpBrowser(app, createEthereumTestKey(911))
  const { passkey, id } = await addTestPasskey(browser, { label: 'Phone of the walk' })
  await callApiExpectingSuccess(browser, 'PATCH', `/api/passkeys/${id}`, { label: 'Phone' })
  await callApiExpectingSuccess(browser, 'GET', '/api/passkeys')
  await stepUpWithPasskey(browser, passkey)
  await signInWithPasskey(app.openBrowser(), passkey)
  // A person without a wallet signs up.
  await callApiExpectingSuccess(app.openBrowser(), 'GET', '/api/sign-up/methods')
  await signUpWithPasskey(app.openBrowser())
  await callApiExpectingSuccess(browser, 'DELETE', `/api/passkeys/${id}`)
}

export async function exerciseUntrustedBrowserEndpoints(app: ClockControlledTestServer): Promise<void> {
  const key = createEthereumTestKey(912)
  const known = await openSteppedUpBrowser(app, key)
  for (const decision of ['recognise', 'disown'] as const) {
    await app.openBrowser({ userAgent: `Another browser to ${decision}` }).signIn(key)
    const { items } = await callApiExpectingSuccess<{ items: { id: string }[] }>(
      known,
      'GET',
      '/api/browsers/untrusted',
    )
    const url = `/api/browsers/${items[0]?.id}`
    if (decision === 'recognise') await callApiExpectingSuccess(known, 'POST', `${url}/trust`)
    else await callApiExpectingSuccess(known, 'DELETE', url)
  }
}

export async function exerciseCrossDeviceEndpoints(app: ClockControlledTestServer): Promise<void> {
  const key = createEthereumTestKey(918)
  const phone = await openSteppedUpBrowser(app, key)
  const { passkey } = await addTestPasskey(phone, { label: 'Phone that answers' })
  for (const answers of [key, passkey]) {
    const waiting = app.openBrowser()
    const shown = await showCrossDeviceCode(waiting)
    await answerCrossDeviceRequestOnPhone(phone, shown, answers)
    await submitPhoneAnswerFromWaitingBrowser(waiting, shown)
    await sendCrossDeviceRequestFromPhone(phone, 'follow', shown)
    await sendCrossDeviceRequestFromPhone(phone, 'end', shown)
  }
  const refused = await showCrossDeviceCode(app.openBrowser())
  await pickCrossDeviceMatchingCode(phone, refused)
  await sendCrossDeviceRequestFromPhone(phone, 'hand-over', refused)
  await sendCrossDeviceRequestFromPhone(phone, 'refuse', refused, { isReported: true })
  const waiting = app.openBrowser()
  const { id } = await showCrossDeviceCode(waiting)
  await callApiExpectingSuccess(waiting, 'DELETE', `/api/cross-device/${id}`)
}

export async function exerciseIdentityMergeEndpoints(app: ClockControlledTestServer): Promise<void> {
  const [key, otherKey] = [createEthereumTestKey(913), createEthereumTestKey(914)]
  const browser = await openSteppedUpBrowser(app, key)
  const other = await openSteppedUpBrowser(app, otherKey)
  const refused = await createIdentityMergeOfferForTests(browser, otherKey)
  await requestIdentityMergeAcceptanceForTests(browser, refused)
  await callApiExpectingSuccess(other, 'GET', '/api/merges/pending')
  await callApiExpectingSuccess(other, 'DELETE', `/api/merges/${refused.id}`)
  const offered = await createIdentityMergeOfferForTests(browser, otherKey)
  await requestIdentityMergeAcceptanceForTests(browser, offered)
  await callApiExpectingSuccess(other, 'POST', `/api/merges/${offered.id}/confirm`)
  await callApiExpectingSuccess(browser, 'GET', '/api/merges')
  app.pass(1000)
  await browser.stepUp(key)
  await requestIdentityMergeUndoForTests(browser, offered)
}
