// Database statements per request of a sign-in. These numbers may grow only on purpose.
import { formatSignInMessage, toChecksumAddress } from '@countersign/message'
import { signEthereumMessage, ethereumTestKeys } from '@countersign/testing/ethereum-test-keys'
import { describe, expect, test } from 'vitest'
import type { DatabaseKind } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { countSqlStatementsUntilTestEnds } from '../../testing/count-sql-statements-until-test-ends.ts'
import { databaseKinds } from '../../testing/database-fixtures.ts'
import {
  addTestClientApplication,
  runOidcAuthorizationUntilCallback,
  createAuthorizationUrl,
  createOidcTestServer,
  exchangeCodeAsApplication,
  getRedirectLocation,
  getInteractionIdFromRedirect,
  obtainTokens,
  postFormAsApplication,
} from '../../testing/oidc-application-test-steps.ts'
import type { TokenResponse } from '../../testing/oidc-application-test-steps.ts'

/** Round trips are counted on PostgreSQL only, including that of the commit. */
type Cost = [statements: number, commits: number, trips?: number]

/** Only requests that grant something to a browser or an application write to the database. */
const onBoth: Record<string, Cost> = {
  authorize: [2, 1],
  challenge: [2, 0],
  'sign-in': [19, 1],
  resume: [18, 1],
  userinfo: [3, 0],
  introspection: [2, 0],
  'session check': [2, 0],
  'authorize again': [14, 1],
}

// PostgreSQL also locks token families; audit log entries get their place in the tree later.
const costs: Record<DatabaseKind, Record<string, Cost>> = {
  sqlite: { ...onBoth, token: [6, 1], 'token again': [6, 1], refresh: [7, 1] },
  postgres: {
    authorize: [2, 1, 3],
    challenge: [2, 0, 2],
    'sign-in': [15, 1, 5],
    resume: [14, 1, 12],
    userinfo: [3, 0, 3],
    introspection: [2, 0, 2],
    'session check': [2, 0, 2],
    'authorize again': [10, 1, 9],
    token: [8, 1, 6],
    'token again': [8, 1, 6],
    refresh: [9, 1, 6],
  },
}

describe.each(databaseKinds)('sign-in requests on %s', (kind) => {
  test('need exactly the recorded statements, commits, and round trips', async () => {
    const app = await createOidcTestServer({ database: kind })
    const application = await addTestClientApplication(app)
    const parameters = { scope: 'openid wallet' }
    // Warms up keys and caches with a sign-in that includes consent.
    await obtainTokens(app, app.openBrowser(), application, parameters)
    const held =
      (
        await runOidcAuthorizationUntilCallback(app.openBrowser(), application, {
          scope: 'openid offline_access',
          prompt: 'consent',
        })
      ).searchParams.get('code') ?? ''
    const { refresh_token = '' } = (await exchangeCodeAsApplication(app, application, held)).json<TokenResponse>()

    const browser = app.openBrowser()
    const take = countSqlStatementsUntilTestEnds(kind)
    const measured: Record<string, Cost> = {}
    const asked = new Set<string>()
    const measure = async <Answer extends { statusCode: number; body: string }>(
      step: string,
      request: Promise<Answer>,
    ): Promise<Answer> => {
      const answer = await request
      expect(answer.statusCode, `${step}: ${answer.body}`).toBeLessThan(400)
      const { statements, commits, roundTrips } = take()
      for (const sql of statements) asked.add(sql)
      measured[step] = [statements.length, commits, ...(kind === 'postgres' ? [roundTrips] : [])] as Cost
      return answer
    }
    const authorizationResponse = await measure(
      'authorize',
      browser.send('GET', createAuthorizationUrl(application, parameters)),
    )
    const interaction = getInteractionIdFromRedirect(authorizationResponse)
    const challenge = await measure(
      'challenge',
      browser.send('POST', '/api/challenges', { purpose: 'sign-in', interaction }),
    )
    const { message: issued, chainIds } = challenge.json<Awaited<ReturnType<typeof browser.requestChallenge>>>()
    const message = formatSignInMessage({
      ...issued,
      address: toChecksumAddress(ethereumTestKeys.alice.address),
      chainId: chainIds[0] ?? '1',
    })
    const proof = { message, signature: signEthereumMessage(ethereumTestKeys.alice, message), interaction }
    const proved = await measure('sign-in', browser.send('POST', '/api/sign-in', proof))
    const back = await measure('resume', browser.send('GET', proved.json<{ next: string }>().next))
    const code = new URL(getRedirectLocation(back)).searchParams.get('code') ?? ''
    const { access_token } = (
      await measure('token', exchangeCodeAsApplication(app, application, code))
    ).json<TokenResponse>()
    await measure(
      'userinfo',
      app.http.inject({ url: '/userinfo', headers: { authorization: `Bearer ${access_token}` } }),
    )
    await measure('introspection', postFormAsApplication(app, '/introspect', application, { token: access_token }))
    await measure(
      'refresh',
      postFormAsApplication(app, '/token', application, { grant_type: 'refresh_token', refresh_token }),
    )
    await measure('session check', browser.send('GET', '/api/session'))
    const again = await measure('authorize again', browser.send('GET', createAuthorizationUrl(application, parameters)))
    await measure(
      'token again',
      exchangeCodeAsApplication(app, application, new URL(getRedirectLocation(again)).searchParams.get('code') ?? ''),
    )
    expect(measured).toEqual(costs[kind])
    // PostgreSQL would parse and plan such a query each time (prepare-and-pipeline-sql-queries.ts).
    if (kind === 'postgres') expect([...asked].filter((sql) => /[\s.]\*/.test(sql))).toEqual([])
  })
})
