// Subject identifiers (`sub`) at resource servers: one per person for all clients (THREATS O15).
import { ethereumTestKeys } from '@countersign/testing/ethereum-test-keys'
import { describe, expect } from 'vitest'
import { testOnBothDatabases } from '../../../testing/database-fixtures.ts'
import {
  mergeIdentitiesForTests,
  readBrowserPersonIdOrNone,
  requestIdentityMergeUndoForTests,
} from '../../../testing/identity-merge-test-steps.ts'
import { openSteppedUpBrowser } from '../../../testing/countersign-test-server.ts'
import { relaxedChallengeRateLimits } from '../../../testing/passkey-test-steps.ts'
import {
  createOidcTestServer,
  postFormAsApplication,
  decodeTokenPayload,
} from '../../../testing/oidc-application-test-steps.ts'
import type { TestClientApplication } from '../../../testing/oidc-application-test-steps.ts'
import {
  addTestResource,
  changeTestResourceDefinition,
  testResourceUri,
} from '../../../testing/oauth-resource-fixtures.ts'
import { summarizeOAuthResponse, requestUserinfo } from '../../../testing/oauth-token-test-steps.ts'
import { countPeopleGrantingResourceAccess } from '../../../store/grants/count-people-granting-resource-access.ts'
import {
  secondTestResourceUri,
  addResourceClient,
  obtainResourceTokens,
  resourceAuthorizationParameters,
} from '../../../testing/resource-token-test-steps.ts'

describe('subject identifiers at resources', () => {
  testOnBothDatabases(
    'O15: are the same for all clients, and differ by resource and from client subjects',
    async (database) => {
      const app = await createOidcTestServer({ database })
      await addTestResource(app, { openTo: 'applications' })
      await addTestResource(app, { resource: secondTestResourceUri, openTo: 'applications' })
      const clients = [
        await addResourceClient(app, 'one'),
        await addResourceClient(app, 'two'),
        await addResourceClient(app, 'three', { subjectType: 'public' }),
      ]
      const browser = app.openBrowser()
      const [at, elsewhere, clientsOwn] = [new Set(), new Set(), new Set()]
      for (const client of clients) {
        const tokens = await obtainResourceTokens(app, browser, client)
        expect(tokens.claims).toMatchObject({ aud: testResourceUri, scope: 'read', client_id: client.id })
        at.add(tokens.claims['sub'])
        elsewhere.add(
          (
            await obtainResourceTokens(app, browser, client, {
              ...resourceAuthorizationParameters,
              resource: secondTestResourceUri,
            })
          ).claims['sub'],
        )
        clientsOwn.add(decodeTokenPayload(tokens.id_token)['sub'])
      }
      expect([at.size, elsewhere.size, clientsOwn.size]).toEqual([1, 1, 3])
      expect(new Set([...at, ...elsewhere, ...clientsOwn, await readBrowserPersonIdOrNone(browser)]).size).toBe(5)
      const { access_token } = await obtainResourceTokens(app, browser, clients[0] as TestClientApplication)
      expect(summarizeOAuthResponse(await requestUserinfo(app, access_token))).toBe('401 invalid_token')
      expect(
        (
          await postFormAsApplication(app, '/introspect', clients[0] as TestClientApplication, { token: access_token })
        ).json(),
      ).toMatchObject({ active: true, aud: testResourceUri })
    },
  )

  testOnBothDatabases(
    'O15: stay per application for a listed resource until the operator changes the setting',
    async (database) => {
      const app = await createOidcTestServer({ database })
      const listed = [{ resource: testResourceUri, scopes: ['read'] }]
      const clients = [
        await addResourceClient(app, 'one', { resources: listed }),
        await addResourceClient(app, 'two', { resources: listed }),
      ]
      const browser = app.openBrowser()
      const subjects = async () => {
        const found = []
        for (const client of clients) {
          const { claims, id_token } = await obtainResourceTokens(app, browser, client)
          found.push([claims['sub'], decodeTokenPayload(id_token)['sub']])
        }
        return found
      }
      const before = await subjects()
      expect(before.every(([token, id]) => token === id)).toBe(true)
      expect(await countPeopleGrantingResourceAccess(app.database.queries, testResourceUri)).toBe(1)
      expect(await countPeopleGrantingResourceAccess(app.database.queries, 'https://mcp.example/')).toBe(0)
      await changeTestResourceDefinition(app, {})
      const after = await subjects()
      expect(new Set(after.map(([token]) => token)).size).toBe(1)
      expect(after.map(([, id]) => id)).toEqual(before.map(([, id]) => id))
      await changeTestResourceDefinition(app, { subjects: 'by-application' })
      expect(await subjects()).toEqual(before)
    },
  )

  testOnBothDatabases(
    'O15: move with a merge and its undo, and are deleted when the person is erased',
    async (database) => {
      const app = await createOidcTestServer({ database, environment: relaxedChallengeRateLimits })
      await addTestResource(app, { openTo: 'applications' })
      const client = await addResourceClient(app, 'one')
      const [bob, alice] = [
        await openSteppedUpBrowser(app, ethereumTestKeys.bob),
        await openSteppedUpBrowser(app, ethereumTestKeys.alice),
      ]
      const ofBob = (await obtainResourceTokens(app, bob, client)).claims['sub']
      const merged = await mergeIdentitiesForTests(alice, ethereumTestKeys.bob)
      expect((await obtainResourceTokens(app, alice, client)).claims['sub']).toBe(ofBob)
      expect((await requestIdentityMergeUndoForTests(alice, merged)).statusCode).toBe(200)
      const back = await openSteppedUpBrowser(app, ethereumTestKeys.bob)
      expect((await obtainResourceTokens(app, back, client)).claims['sub']).toBe(ofBob)
      expect((await obtainResourceTokens(app, alice, client)).claims['sub']).not.toBe(ofBob)
      const exported = (await back.send('GET', '/api/export')).json<{
        subjects: { sector: string; subject: string }[]
      }>()
      expect(exported.subjects).toContainEqual(
        expect.objectContaining({ sector: `resource:${testResourceUri}`, subject: ofBob }),
      )
      expect((await back.send('DELETE', '/api/person')).statusCode).toBe(204)
      const left = await app.database.queries
        .selectFrom('subjects')
        .select('subject')
        .where('subject', '=', String(ofBob))
        .execute()
      expect(left).toEqual([])
    },
  )
})
