// Tests that a challenge is valid only for the purpose it was issued for (THREATS M5).
import { formatSignInMessage } from '@countersign/message'
import { signEthereumMessage } from '@countersign/testing/ethereum-test-keys'
import { describe, expect, test } from 'vitest'
import type { ApiEndpointOutput } from '@countersign/api/api-endpoints'
import { issueAuthenticationChallenge } from '../challenges/issue-authentication-challenge.ts'
import type { SignedMessagePurpose } from '../challenges/issued-challenge-message-types.ts'
import { challengePurposes } from '../challenges/challenge-nonce.ts'
import type { ChallengePurpose } from '../challenges/challenge-nonce.ts'
import { systemRandomBytes } from '../../platform/clock.ts'
import type { DatabaseSchema } from '../../platform/database/database-schema.ts'
import { hashBearerSecret } from '../../platform/random-bearer-secret.ts'
import { parseServerSettings } from '../../platform/parse-server-settings.ts'
import { listSequencedAuditEntryTexts } from '../../testing/inspect-test-database.ts'
import { challengeContextFixture } from '../../testing/challenge-verification-context-fixtures.ts'
import { createTestServer, ethereumTestKeys, testClockStartTime } from '../../testing/countersign-test-server.ts'
import type { TestServer, TestBrowser } from '../../testing/countersign-test-server.ts'

const { alice, bob } = ethereumTestKeys
const { settings } = parseServerSettings({ COUNTERSIGN_ORIGIN: 'https://sign-in.example' }, undefined)

const paths = {
  'sign-in': '/api/sign-in',
  'step-up': '/api/step-up',
  link: '/api/wallets',
  merge: '/api/merges',
} as const satisfies Record<SignedMessagePurpose, string>
const messagePurposes = Object.keys(paths) as SignedMessagePurpose[]
const isForMessage = (purpose: ChallengePurpose): purpose is SignedMessagePurpose => purpose in paths

/** Signs a challenge that is valid for the call, except for the purpose. */
async function signFor(
  app: TestServer,
  browser: TestBrowser,
  purpose: ChallengePurpose,
  call: SignedMessagePurpose,
): Promise<{ message: string; signature: string }> {
  const { person } = (await browser.send('GET', '/api/session')).json<ApiEndpointOutput<'readSession'>>()
  const binding = {
    personId: call === 'sign-in' ? null : (person?.id ?? ''),
    browserHash: hashBearerSecret(browser.cookies.get('__Host-countersign-browser') ?? ''),
    interaction: null,
  }
  const world = { settings, queries: app.database.queries, random: systemRandomBytes, ...challengeContextFixture }
  const { message: issued } = await issueAuthenticationChallenge(world, {
    walletKind: 'key',
    isCrossDevice: false,
    purpose: isForMessage(purpose) ? purpose : call,
    ...binding,
    applicationName: null,
    proofBinding: null,
    now: testClockStartTime,
  })
  const terms = {
    purpose,
    walletKind: 'key',
    isCrossDevice: false,
    issuedAt: testClockStartTime,
    lifeSeconds: settings.limits.challengeLifetimeSeconds,
  } as const
  const nonce = isForMessage(purpose)
    ? issued.nonce
    : challengeContextFixture.nonces.encode(systemRandomBytes, terms, {
        ...binding,
        statement: issued.statement ?? null,
        proofBinding: null,
      }).nonce
  const key = call === 'link' || call === 'merge' ? bob : alice
  const message = formatSignInMessage({ ...issued, nonce, address: key.address, chainId: '1' })
  return { message, signature: signEthereumMessage(key, message) }
}

const tables = [
  'people',
  'wallets',
  'proofs',
  'sessions',
  'identity_merges',
  'passkeys',
] as const satisfies (keyof DatabaseSchema)[]

async function readTables(app: TestServer): Promise<unknown[]> {
  return Promise.all(tables.map((table) => app.database.queries.selectFrom(table).selectAll().orderBy('id').execute()))
}

describe('challenge purposes', () => {
  test.each(messagePurposes)(
    'M5: a message for another purpose is refused as %s, spends its challenge and changes nothing',
    async (call) => {
      const app = await createTestServer()
      if (call === 'merge') await app.openBrowser().signIn(bob)
      const browser = app.openBrowser()
      await browser.signIn(alice)
      await browser.stepUp(alice)
      const before = await readTables(app)
      const others = challengePurposes.filter((purpose) => purpose !== call)
      for (const purpose of others) {
        const signed = await signFor(app, browser, purpose, call)
        expect({ purpose, ...(await browser.send('POST', paths[call], signed)).json<object>() }).toMatchObject({
          purpose,
          code: 'challenge.invalid',
          status: 401,
        })
        if (isForMessage(purpose))
          expect({ purpose, ...(await browser.send('POST', paths[purpose], signed)).json<object>() }).toMatchObject({
            purpose,
            code: 'challenge.invalid',
          })
      }
      expect(await readTables(app)).toEqual(before)
      const refused = {
        'sign-in': 'sign_in.refused',
        'step-up': 'step_up.refused',
        link: 'wallet.refused',
        merge: 'wallet.refused',
      }[call]
      expect(
        (await listSequencedAuditEntryTexts(app.database.queries)).filter((line) => line.includes('another purpose')),
      ).toEqual(Array(others.length).fill(`${refused} refused {"reason":"another purpose"}`))
      expect((await browser.send('POST', paths[call], await signFor(app, browser, call, call))).statusCode).toBe(200)
    },
  )
})
