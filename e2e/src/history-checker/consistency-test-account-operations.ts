import { createEthereumTestKey } from '@countersign/testing/ethereum-test-keys'
import type { EthereumTestKey } from '@countersign/testing/ethereum-test-keys'
import { signTestChallenge } from '../http-test-browser.ts'
import type { SignedTestChallenge } from '../http-test-browser.ts'
import { getTypedApiResponseBody } from './consistency-test-browser.ts'
import type { ConsistencyTestResponse, ConsistencyTestBrowser } from './consistency-test-browser.ts'
import type { ConsistencyTestOperationDetails, ConsistencyTestOperation } from './consistency-test-operation-types.ts'
import {
  performRecordedOperation,
  sendUnrecordedReadRequest,
  createPersonTestBrowser,
  performRecordedSessionOperation,
} from './perform-recorded-consistency-test-operation.ts'
import type {
  ConsistencyTestOperationContext,
  SignedInConsistencyTestBrowser,
} from './perform-recorded-consistency-test-operation.ts'

/** Lowercase, as in histories and the database. */
const getWalletAddress = (key: EthereumTestKey): string => key.address.toLowerCase()

interface SignedChallenge {
  signed: SignedTestChallenge
  spends: string
}

async function signNewChallenge(
  scene: ConsistencyTestOperationContext,
  browser: ConsistencyTestBrowser,
  purpose: 'sign-in' | 'step-up' | 'link',
  key: EthereumTestKey,
): Promise<SignedChallenge | null> {
  const answer = await sendUnrecordedReadRequest(scene, browser, {
    method: 'POST',
    path: '/api/challenges',
    body: { purpose },
  })
  if (answer === null) return null
  const challenge = getTypedApiResponseBody<'createChallenge'>(answer)
  return { signed: signTestChallenge(challenge, key), spends: challenge.message.nonce }
}

const readSignInFacts = (answer: ConsistencyTestResponse): ConsistencyTestOperationDetails => {
  const { person, session } = getTypedApiResponseBody<'signIn'>(answer)
  return { person: person.id, made: session.id }
}

/** Sends the same proof `times` times concurrently. `visit` is null if no attempt succeeded. */
export async function performRecordedSignIn(
  scene: ConsistencyTestOperationContext,
  key: EthereumTestKey,
  times: number,
): Promise<{ visit: SignedInConsistencyTestBrowser | null; code: string | null }> {
  const browser = createPersonTestBrowser(scene)
  const proof = await signNewChallenge(scene, browser, 'sign-in', key)
  if (proof === null) return { visit: null, code: null }
  const facts = { wallet: getWalletAddress(key), spends: proof.spends }
  const request = { method: 'POST', path: '/api/sign-in', body: proof.signed }
  const operations = await Promise.all(
    Array.from({ length: times }, () =>
      performRecordedOperation(scene, 'sign-in', facts, browser, request, readSignInFacts),
    ),
  )
  const entered = operations.find(({ outcome }) => outcome === 'ok')
  if (entered === undefined) return { visit: null, code: operations[0]?.code ?? null }
  const { person = '', made = '' } = entered.facts
  return {
    visit: { browser, person, session: made, wallet: getWalletAddress(key), chains: [], isEnded: false },
    code: null,
  }
}

export async function performRecordedStepUp(
  scene: ConsistencyTestOperationContext,
  visit: SignedInConsistencyTestBrowser,
  key: EthereumTestKey,
): Promise<ConsistencyTestOperation | null> {
  const proof = await signNewChallenge(scene, visit.browser, 'step-up', key)
  if (proof === null) return null
  const request = { method: 'POST', path: '/api/step-up', body: proof.signed }
  const facts = { wallet: getWalletAddress(key), spends: proof.spends }
  return performRecordedSessionOperation(scene, visit, 'step-up', facts, request, (answer) => {
    const learned = readSignInFacts(answer)
    Object.assign(visit, { session: learned.made, wallet: facts.wallet })
    return learned
  })
}

export async function performRecordedWalletLink(
  scene: ConsistencyTestOperationContext,
  visit: SignedInConsistencyTestBrowser,
  key: EthereumTestKey,
): Promise<ConsistencyTestOperation | null> {
  const proof = await signNewChallenge(scene, visit.browser, 'link', key)
  if (proof === null) return null
  const request = { method: 'POST', path: '/api/wallets', body: proof.signed }
  return performRecordedSessionOperation(
    scene,
    visit,
    'link',
    { wallet: getWalletAddress(key), spends: proof.spends },
    request,
  )
}

export async function performRecordedWalletUnlink(
  scene: ConsistencyTestOperationContext,
  visit: SignedInConsistencyTestBrowser,
  key: EthereumTestKey,
): Promise<ConsistencyTestOperation | null> {
  const wallet = getWalletAddress(key)
  const answer = await sendUnrecordedReadRequest(scene, visit.browser, { method: 'GET', path: '/api/wallets' })
  const found =
    answer && getTypedApiResponseBody<'listWallets'>(answer).items.find((one) => one.address.toLowerCase() === wallet)
  if (found == null) return null
  return performRecordedSessionOperation(
    scene,
    visit,
    'unlink',
    { wallet },
    { method: 'DELETE', path: `/api/wallets/${found.id}` },
  )
}

export async function performRecordedSignOut(
  scene: ConsistencyTestOperationContext,
  visit: SignedInConsistencyTestBrowser,
): Promise<ConsistencyTestOperation> {
  const operation = await performRecordedSessionOperation(
    scene,
    visit,
    'sign-out',
    {},
    { method: 'POST', path: '/api/sign-out' },
  )
  if (operation.outcome === 'ok') visit.isEnded = true
  return operation
}

export const performRecordedSessionEnd = (
  scene: ConsistencyTestOperationContext,
  visit: SignedInConsistencyTestBrowser,
  target: string,
): Promise<ConsistencyTestOperation> =>
  performRecordedSessionOperation(
    scene,
    visit,
    'end-session',
    { target },
    { method: 'DELETE', path: `/api/sessions/${target}` },
  )

export const performRecordedOtherSessionsEnd = (
  scene: ConsistencyTestOperationContext,
  visit: SignedInConsistencyTestBrowser,
): Promise<ConsistencyTestOperation> =>
  performRecordedSessionOperation(scene, visit, 'end-other-sessions', {}, { method: 'DELETE', path: '/api/sessions' })

export async function performRecordedSessionRead(
  scene: ConsistencyTestOperationContext,
  visit: SignedInConsistencyTestBrowser,
): Promise<ConsistencyTestOperation> {
  const operation = await performRecordedSessionOperation(
    scene,
    visit,
    'read-session',
    {},
    { method: 'GET', path: '/api/session' },
    (answer) => ({
      found: getTypedApiResponseBody<'readSession'>(answer).person?.id ?? null,
    }),
  )
  if (operation.facts.found === null) visit.isEnded = true
  return operation
}

export const performRecordedPersonErasure = (
  scene: ConsistencyTestOperationContext,
  visit: SignedInConsistencyTestBrowser,
): Promise<ConsistencyTestOperation> =>
  performRecordedSessionOperation(scene, visit, 'erase', {}, { method: 'DELETE', path: '/api/person' })

export const createTestProcessWalletKey = (process: number, number: number): EthereumTestKey =>
  createEthereumTestKey(process * 1000 + number)
