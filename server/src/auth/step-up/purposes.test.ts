// A challenge is for one thing alone (THREATS M5): every purpose there is against every call that takes a signed message.
import { formatMessage } from '@countersign/message'
import { signMessage } from '@countersign/testing/test-keys'
import { describe, expect, test } from 'vitest'
import type { CallAnswer } from '@countersign/api/calls'
import { issueChallenge } from '../challenges/issue.ts'
import type { MessagePurpose } from '../challenges/issued-message.ts'
import { challengePurposes } from '../challenges/nonce.ts'
import type { ChallengePurpose } from '../challenges/nonce.ts'
import { systemRandom } from '../../platform/clock.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { hashSecret } from '../../platform/secret.ts'
import { readSettings } from '../../platform/settings.ts'
import { readEvents } from '../../testing/read-all.ts'
import { testChallenges } from '../../testing/test-challenges.ts'
import { createTestApp, testKeys, testStart } from '../../testing/test-app.ts'
import type { TestApp, TestBrowser } from '../../testing/test-app.ts'

const { alice, bob } = testKeys
const { settings } = readSettings({ COUNTERSIGN_ORIGIN: 'https://sign-in.example' }, undefined)

const paths = {
  'sign-in': '/api/sign-in',
  'step-up': '/api/step-up',
  link: '/api/wallets',
  merge: '/api/merges',
} as const satisfies Record<MessagePurpose, string>
const messagePurposes = Object.keys(paths) as MessagePurpose[]
const isForMessage = (purpose: ChallengePurpose): purpose is MessagePurpose => purpose in paths

/** What each call would accept, but for the purpose that it was issued for. */
async function signFor(
  app: TestApp,
  browser: TestBrowser,
  purpose: ChallengePurpose,
  call: MessagePurpose,
): Promise<{ message: string; signature: string }> {
  const { person } = (await browser.send('GET', '/api/session')).json<CallAnswer<'readSession'>>()
  const binding = {
    personId: call === 'sign-in' ? null : (person?.id ?? ''),
    browserHash: hashSecret(browser.cookies.get('__Host-countersign-browser') ?? ''),
    interaction: null,
  }
  const world = { settings, queries: app.database.queries, random: systemRandom, ...testChallenges }
  const { message: issued } = await issueChallenge(world, {
    walletKind: 'key',
    isElsewhere: false,
    purpose: isForMessage(purpose) ? purpose : call,
    ...binding,
    applicationName: null,
    now: testStart,
  })
  const terms = {
    purpose,
    walletKind: 'key',
    isElsewhere: false,
    issuedAt: testStart,
    lifeSeconds: settings.limits.challengeLifeSeconds,
  } as const
  const nonce = isForMessage(purpose)
    ? issued.nonce
    : testChallenges.nonces.make(systemRandom, terms, { ...binding, statement: issued.statement ?? null }).nonce
  const key = call === 'link' || call === 'merge' ? bob : alice
  const message = formatMessage({ ...issued, nonce, address: key.address, chainId: '1' })
  return { message, signature: signMessage(key, message) }
}

const tables = ['people', 'wallets', 'proofs', 'sessions', 'merges', 'passkeys'] as const satisfies (keyof Schema)[]

async function readTables(app: TestApp): Promise<unknown[]> {
  return Promise.all(tables.map((table) => app.database.queries.selectFrom(table).selectAll().orderBy('id').execute()))
}

describe('purposes', () => {
  test.each(messagePurposes)(
    'M5 a message for anything else is refused as %s, spends its challenge and changes nothing',
    async (call) => {
      const app = await createTestApp()
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
          code: 'challenge.unusable',
          status: 401,
        })
        // Nor is it of use any more for what it was issued for.
        if (isForMessage(purpose))
          expect({ purpose, ...(await browser.send('POST', paths[purpose], signed)).json<object>() }).toMatchObject({
            purpose,
            code: 'challenge.unusable',
          })
      }
      expect(await readTables(app)).toEqual(before)
      const refused = {
        'sign-in': 'sign-in.refused',
        'step-up': 'step-up.refused',
        link: 'wallet.refused',
        merge: 'wallet.refused',
      }[call]
      expect((await readEvents(app.database.queries)).filter((line) => line.includes('another purpose'))).toEqual(
        Array(others.length).fill(`${refused} refused {"reason":"another purpose"}`),
      )
      // The very same with its own purpose is accepted.
      expect((await browser.send('POST', paths[call], await signFor(app, browser, call, call))).statusCode).toBe(200)
    },
  )
})
