// Tests that relayed signatures allow a sign-in and nothing more (THREATS M17).
import { apiEndpoints } from '@countersign/api/api-endpoints'
import type { ApiEndpointOutput } from '@countersign/api/api-endpoints'
import { apiRoutes } from '@countersign/api/api-route-paths'
import type { ApiEndpointName } from '@countersign/api/api-route-paths'
import { describe, expect, test } from 'vitest'
import { createTestServer, ethereumTestKeys } from '../../testing/countersign-test-server.ts'
import type { TestBrowser } from '../../testing/countersign-test-server.ts'

const { alice: victim, bob: attacker } = ethereumTestKeys
const nobody = '0'.repeat(26)

const sensitive = (Object.keys(apiEndpoints) as ApiEndpointName[]).filter((name) =>
  (apiEndpoints[name].errors as readonly string[]).includes('step_up.required'),
)

async function prepare(
  browser: TestBrowser,
): Promise<Partial<Record<ApiEndpointName, { id?: string; query?: string; body?: unknown }>>> {
  const { items: wallets } = (await browser.send('GET', '/api/wallets')).json<ApiEndpointOutput<'listWallets'>>()
  const attestation = { id: 'AAAA', clientDataJSON: 'AAAA', attestationObject: 'AAAA', transports: [] }
  return {
    linkWallet: { body: await browser.signChallengeFor('link', attacker) },
    confirmWallet: { id: wallets[0]?.id ?? 'none' },
    unlinkWallet: { id: wallets[0]?.id ?? 'none' },
    offerMerge: { body: await browser.signChallengeFor('merge', attacker) },
    acceptMerge: { id: nobody },
    confirmMerge: { id: nobody },
    undoMerge: { id: nobody },
    createPasskeyOptions: {},
    addPasskey: { body: { attestation } },
    changePasskey: { id: nobody, body: { label: 'mine' } },
    removePasskey: { id: nobody },
    trustBrowser: { id: nobody },
    exportData: {},
    erasePerson: {},
    exportActivity: { query: '?format=csv' },
    changeUsername: { body: { name: 'theirs' } },
    sendEmailCode: { body: { address: 'attacker@mail.example', language: 'en' } },
    removeEmail: {},
    reportBrowser: { id: nobody },
    endSession: { id: nobody },
    endOtherSessions: {},
    approveLoginRequest: { body: { userCode: 'BCDF-GHJ2' } },
  }
}

async function tryEverything(browser: TestBrowser): Promise<Record<string, string>> {
  const prepared = await prepare(browser)
  const answers: Record<string, string> = {}
  for (const name of sensitive) {
    const input = prepared[name]
    if (input === undefined) throw new Error(`What would an attacker send with ${name}?`)
    const response = await browser.send(
      apiRoutes[name].method,
      apiRoutes[name].path.replace(':id', input.id ?? '') + (input.query ?? ''),
      input.body,
    )
    answers[name] = response.statusCode < 300 ? 'done' : response.json<{ code: string }>().code
  }
  return answers
}

const allRefused = Object.fromEntries(sensitive.map((name) => [name, 'step_up.required']))

describe('relayed signatures', () => {
  test('M17: a relayed sign-in allows nothing sensitive, even when repeated', async () => {
    const app = await createTestServer()
    const own = app.openBrowser()
    await own.signIn(victim)
    await own.stepUp(victim)
    const theirs = app.openBrowser({ userAgent: 'Attacker', address: '203.0.113.5' })
    expect(sensitive.length).toBeGreaterThan(10)
    for (let time = 0; time < 3; time++) {
      // The victim signs the message on the attacker's site.
      expect((await theirs.signIn(victim)).statusCode).toBe(200)
      expect(await tryEverything(theirs)).toEqual({ ...allRefused, trustBrowser: 'browser.not_trusted' })
      app.clock.now += 86_400_000
    }
    await own.signIn(victim)
    expect((await own.send('DELETE', `/api/passkeys/${nobody}`)).json()).toMatchObject({ code: 'passkey.not_found' })
  })

  test('M17: a relayed first sign-in of a wallet allows nothing sensitive', async () => {
    const app = await createTestServer()
    const theirs = app.openBrowser()
    await theirs.signIn(victim)
    expect(await tryEverything(theirs)).toEqual(allRefused)
  })

  test('M17: step-up is refused with the wallet of the attacker or a sign-in signature', async () => {
    const app = await createTestServer()
    const theirs = app.openBrowser()
    await theirs.signIn(victim)
    expect((await theirs.stepUp(attacker)).json()).toMatchObject({ code: 'step_up.different_person' })
    expect((await theirs.send('POST', '/api/step-up', await theirs.signChallenge(victim))).json()).toMatchObject({
      code: 'challenge.invalid',
    })
    expect(await tryEverything(theirs)).toEqual(allRefused)
    expect((await theirs.send('GET', '/api/session')).json()).toMatchObject({
      session: { newBrowser: true, stepUpValidUntil: null },
    })
  })

  test('M17: the message shown by the wallet has a different statement for each purpose', async () => {
    const app = await createTestServer()
    const browser = app.openBrowser()
    await browser.signIn(victim)
    const statements: Record<string, string> = {}
    for (const purpose of ['sign-in', 'step-up', 'link', 'merge'])
      statements[purpose] = (await browser.requestChallenge({ purpose })).message.statement
    expect(statements).toMatchInlineSnapshot(`
      {
        "link": "Link this wallet to your identity on sign-in.example, so that this wallet can sign in there. This is free and moves no funds.",
        "merge": "Merge this wallet's identity on sign-in.example into another identity of yours there. This is free and moves no funds.",
        "sign-in": "Sign in to sign-in.example. This is free and moves no funds.",
        "step-up": "Confirm that you are changing your wallets, passkeys or data on sign-in.example. This is free and moves no funds.",
      }
    `)
  })
})
