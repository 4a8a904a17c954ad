// A flood from every /48 of an IPv6 /32, and its effect on others (THREATS N17, decision 0024).
import { createEthereumTestKey } from '@countersign/testing/ethereum-test-keys'
import { describe, expect, test } from 'vitest'
import type { TestServer, TestBrowser } from '../../../testing/countersign-test-server.ts'
import {
  clientMetadataEnvironmentVariables,
  createJsonDocumentResponder,
  startClientMetadataSite,
  createTestClientMetadata,
} from '../../../testing/client-metadata-test-server.ts'
import {
  createAuthorizationUrl,
  createOidcTestServer,
  getRedirectLocation,
} from '../../../testing/oidc-application-test-steps.ts'

type Attempt = (browser: TestBrowser) => Promise<'in' | 'refused'>

const answered = async (response: Promise<{ statusCode: number }>): Promise<'in' | 'refused'> => {
  const { statusCode } = await response
  if (statusCode !== 200 && statusCode !== 429) throw new Error(`Answered ${statusCode}`)
  return statusCode === 200 ? 'in' : 'refused'
}
const askChallenge: Attempt = (browser) => answered(browser.send('POST', '/api/challenges', { purpose: 'sign-in' }))
const askCode: Attempt = (browser) => answered(browser.send('POST', '/api/cross-device', { purpose: 'sign-in' }))

const hex = (index: number): string => index.toString(16)
const inThe32 = (app: TestServer, index: number) => app.openBrowser({ address: `2001:db8:${hex(index)}::1` })

async function createDocumentAttempt(): Promise<Attempt> {
  const site = await startClientMetadataSite()
  let documents = 0
  return async (browser) => {
    const id = site.serve(`/${(documents += 1)}.json`, (address) =>
      createJsonDocumentResponder(createTestClientMetadata(address)),
    )
    const redirectUri = 'https://agent.example/callback'
    const place = getRedirectLocation(
      await browser.send('GET', createAuthorizationUrl({ id, secret: null, redirectUri })),
    )
    if (/^\/(sign-in|consent)\?/.test(place)) return 'in'
    expect(place).toContain('rate.limited')
    return 'refused'
  }
}

describe('N17: one request from each /48 of an IPv6 /32', () => {
  test.each([
    { what: 'challenges', requests: 9200, gets: 1800, attempt: async () => askChallenge },
    { what: 'codes for another device (QR)', requests: 900, gets: 180, attempt: async () => askCode },
    { what: 'first-time client documents', requests: 29, gets: 9, attempt: createDocumentAttempt },
  ])(
    '$requests $what: $gets succeed, and only strangers in that /32 are limited for a minute',
    { timeout: 180_000 },
    async ({ requests, gets, attempt: create }) => {
      const app = await createOidcTestServer({ environment: clientMetadataEnvironmentVariables })
      const attempt = await create()
      const [known, session] = [inThe32(app, 0xfff0), inThe32(app, 0xfff1)]
      for (const [browser, key] of [
        [known, createEthereumTestKey(1)],
        [session, createEthereumTestKey(2)],
      ] as const)
        expect((await browser.signIn(key)).statusCode).toBe(200)
      expect((await known.stepUp(createEthereumTestKey(1))).statusCode).toBe(200)
      expect((await known.send('POST', '/api/sign-out')).statusCode).toBe(204)
      app.pass(60_000)

      let answers = 0
      for (let index = 0; index < requests; index++) if ((await attempt(inThe32(app, index))) === 'in') answers += 1
      expect(answers).toBe(gets)
      const neighbor = inThe32(app, 0xfff2)
      expect(await attempt(neighbor)).toBe('refused')
      for (const browser of [known, session]) expect(await attempt(browser)).toBe('in')
      for (let person = 0; person < 20; person++)
        expect(await attempt(app.openBrowser({ address: `198.${person}.1.7` }))).toBe('in')
      app.pass(60_000)
      expect(await attempt(neighbor)).toBe('in')
    },
  )
})
