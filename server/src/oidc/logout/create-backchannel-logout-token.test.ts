// The logout token (OpenID Connect Back-Channel Logout §2.4).
import { jwtVerify } from 'jose'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import {
  createTestLogoutDeliveryContext,
  deliverAllLogouts,
  testLogoutTokenKeyPair,
  logoutDeliveryTestOrigin,
  queueTestLogoutDelivery,
  signTestLogoutToken,
  logoutDeliveryTestStartTime,
} from '../../testing/logout-delivery-fixtures.ts'
import type { FakeLogoutDeliveryOutcome } from '../../testing/logout-delivery-fixtures.ts'
import { openTestDatabase } from '../../testing/database-fixtures.ts'
import { createLogoutToken } from './create-backchannel-logout-token.ts'

describe('O13: logout token', () => {
  const logout = { applicationId: 'wiki', subject: 'subject', sid: 'sid', algorithm: 'ES256' as const }

  test('contains exactly the claims of a logout token, and no nonce', async () => {
    const random = (bytes: number): Uint8Array => new Uint8Array(bytes).fill(7)
    const token = await createLogoutToken(
      signTestLogoutToken,
      random,
      logoutDeliveryTestOrigin,
      logout,
      logoutDeliveryTestStartTime,
    )
    const { payload, protectedHeader } = await jwtVerify(token, testLogoutTokenKeyPair.publicKey, {
      typ: 'logout+jwt',
      issuer: logoutDeliveryTestOrigin,
      audience: 'wiki',
      currentDate: new Date(logoutDeliveryTestStartTime),
    })
    expect({ protectedHeader, payload }).toMatchInlineSnapshot(`
      {
        "payload": {
          "aud": "wiki",
          "events": {
            "http://schemas.openid.net/event/backchannel-logout": {},
          },
          "exp": 1768478520,
          "iat": 1768478400,
          "iss": "https://sign-in.example",
          "jti": "77777777777777777777777777",
          "sid": "sid",
          "sub": "subject",
        },
        "protectedHeader": {
          "alg": "ES256",
          "kid": "current",
          "typ": "logout+jwt",
        },
      }
    `)
  })

  test('expires after two minutes and has a new jti on every attempt', async () => {
    vi.useFakeTimers({ now: logoutDeliveryTestStartTime, toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const database = await openTestDatabase('sqlite')
    await queueTestLogoutDelivery(database)
    const answers: FakeLogoutDeliveryOutcome[] = [503, 200]
    const context = createTestLogoutDeliveryContext(database, () => answers.shift() ?? 500)
    await deliverAllLogouts(database, context)
    const tokens = await Promise.all(
      context.sent.map(({ token }) =>
        jwtVerify(token, testLogoutTokenKeyPair.publicKey, { requiredClaims: ['iat', 'exp', 'jti'] }),
      ),
    )
    expect(tokens.map(({ payload }) => (payload.exp ?? 0) - (payload.iat ?? 0))).toEqual([120, 120])
    expect(new Set(tokens.map(({ payload }) => payload.jti)).size).toBe(2)
    await expect(
      jwtVerify(context.sent[0]?.token ?? '', testLogoutTokenKeyPair.publicKey, {
        currentDate: new Date(logoutDeliveryTestStartTime + 121_000),
      }),
    ).rejects.toThrow('exp')
  })
})
