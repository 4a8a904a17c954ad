// Registration tokens: uses and lifetime (THREATS O17).
import { describe, expect, test } from 'vitest'
import { systemRandomBytes } from '../../../platform/clock.ts'
import { databaseKinds } from '../../../testing/database-fixtures.ts'
import { createOidcTestServerWithRsaKey } from '../../../testing/oidc-application-test-steps.ts'
import { summarizeOAuthResponse } from '../../../testing/oauth-token-test-steps.ts'
import {
  revokeClientRegistrationToken,
  listClientRegistrationTokens,
  consumeClientRegistrationToken,
} from '../client-registration-tokens.ts'
import {
  createTestClientRegistrationToken,
  sendClientRegistration,
  validClientMetadata,
  listApplicationIdsForTests,
} from '../../../testing/client-registration-test-steps.ts'

describe.each(databaseKinds)('registration token on %s', (kind) => {
  test('O17: works only for its number of uses, even under concurrent registration', async () => {
    const app = await createOidcTestServerWithRsaKey({ database: kind })
    const token = await createTestClientRegistrationToken(app, 3)
    expect((await sendClientRegistration(app, validClientMetadata, token)).statusCode).toBe(201)
    for (let round = 0; round < 4; round++)
      expect((await sendClientRegistration(app, { ...validClientMetadata, redirect_uris: [] }, token)).statusCode).toBe(
        400,
      )
    const rush = await Promise.all(
      Array.from({ length: 8 }, () => sendClientRegistration(app, validClientMetadata, token)),
    )
    const made = rush.filter(({ statusCode }) => statusCode === 201)
    expect([made.length, ...new Set(rush.map(summarizeOAuthResponse))].toSorted()).toEqual(
      [2, '201', '401 invalid_token'].toSorted(),
    )
    expect(await listApplicationIdsForTests(app)).toHaveLength(3)
    expect(summarizeOAuthResponse(await sendClientRegistration(app, validClientMetadata, token))).toBe(
      '401 invalid_token',
    )
    const [shown] = await listClientRegistrationTokens(app.database.queries)
    expect(shown).toMatchObject({
      max_uses: 3,
      use_count: 3,
      applications: expect.toSatisfy((ids) => ids.length === 3),
    })
    app.pass(6000)
    expect(summarizeOAuthResponse(await sendClientRegistration(app, validClientMetadata, token))).toBe(
      '404 invalid_request',
    )
  })

  test('O17: can be revoked and is pruned; older tokens without a use count stay valid', async () => {
    const app = await createOidcTestServerWithRsaKey({ database: kind })
    const { queries } = app.database
    const token = await createTestClientRegistrationToken(app)
    const [shown] = await listClientRegistrationTokens(queries)
    const end = () =>
      revokeClientRegistrationToken({ queries, random: systemRandomBytes }, shown?.id ?? '', app.clock.now)
    expect([await end(), await end()]).toEqual([true, false])
    // Simulates a registration with this token that was waiting for the sector document until now.
    const late = queries
      .transaction()
      .execute((transaction) => consumeClientRegistrationToken(transaction, token, app.clock.now))
    await expect(late).rejects.toThrow('invalid_token')
    app.pass(6000)
    expect(summarizeOAuthResponse(await sendClientRegistration(app, validClientMetadata, token))).toBe(
      '404 invalid_request',
    )
    app.pass(91 * 24 * 3_600_000)
    await app.pruneExpired()
    expect(await listClientRegistrationTokens(queries)).toEqual([])
    const old = await createTestClientRegistrationToken(app)
    await queries.deleteFrom('registration_tokens').execute()
    for (let round = 0; round < 12; round++)
      expect((await sendClientRegistration(app, validClientMetadata, old)).statusCode).toBe(201)
  })
})
