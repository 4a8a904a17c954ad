// Subject identifiers of the applications and resources of one product (decision 0091).
import { ethereumTestKeys } from '@countersign/testing/ethereum-test-keys'
import { describe, expect } from 'vitest'
import type { ApplicationDefinition } from '../../../store/applications/application-definition-types.ts'
import { openSteppedUpBrowser } from '../../../testing/countersign-test-server.ts'
import type { TestBrowser, TestServer } from '../../../testing/countersign-test-server.ts'
import { testOnBothDatabases } from '../../../testing/database-fixtures.ts'
import {
  mergeIdentitiesForTests,
  requestIdentityMergeUndoForTests,
} from '../../../testing/identity-merge-test-steps.ts'
import { addTestResource, testResourceUri } from '../../../testing/oauth-resource-fixtures.ts'
import {
  addTestClientApplication,
  createOidcTestServer,
  decodeTokenPayload,
  obtainTokens,
} from '../../../testing/oidc-application-test-steps.ts'
import type { TestClientApplication } from '../../../testing/oidc-application-test-steps.ts'
import { relaxedChallengeRateLimits } from '../../../testing/passkey-test-steps.ts'
import { downloadPersonalDataExport } from '../../../testing/personal-data-export-test-steps.ts'
import { addTestProduct } from '../../../testing/product-fixtures.ts'
import { obtainResourceTokens } from '../../../testing/resource-token-test-steps.ts'

const resources = [{ resource: testResourceUri, scopes: ['read'] }]

async function prepare(database: 'sqlite' | 'postgres') {
  const app = await createOidcTestServer({ database, environment: relaxedChallengeRateLimits })
  await addTestProduct(app)
  await addTestResource(app, { product: 'shop' })
  const add = (id: string, input: Partial<ApplicationDefinition>) =>
    addTestClientApplication(app, { id, product: 'shop', resources, ...input })
  const spa = await add('shop-web', { kind: 'single-page', redirectUris: ['https://shop.example/callback'] })
  const native = await add('shop-app', { kind: 'native', redirectUris: ['example.shop:/callback'] })
  return { app, spa, native }
}

const subjectOf = async (app: TestServer, browser: TestBrowser, application: TestClientApplication): Promise<unknown> =>
  decodeTokenPayload((await obtainTokens(app, browser, application)).id_token)['sub']

describe('subject identifiers in a product', () => {
  testOnBothDatabases('O32: are the same in its applications and resources, and nowhere else', async (kind) => {
    const { app, spa, native } = await prepare(kind)
    const elsewhere = await addTestClientApplication(app, { id: 'elsewhere', redirectUris: ['https://shop.example/x'] })
    const browser = app.openBrowser()
    const subject = await subjectOf(app, browser, spa)
    expect(await subjectOf(app, browser, native)).toBe(subject)
    expect((await obtainResourceTokens(app, browser, native)).claims).toMatchObject({
      aud: testResourceUri,
      sub: subject,
    })
    expect(await subjectOf(app, browser, elsewhere)).not.toBe(subject)
  })

  testOnBothDatabases('O32: move together with a merge, and back with its undo', async (kind) => {
    const { app, spa, native } = await prepare(kind)
    const bob = await openSteppedUpBrowser(app, ethereumTestKeys.bob)
    const alice = await openSteppedUpBrowser(app, ethereumTestKeys.alice)
    const ofBob = await subjectOf(app, bob, spa)
    const merged = await mergeIdentitiesForTests(alice, ethereumTestKeys.bob)
    const all = async (browser: TestBrowser): Promise<unknown[]> => [
      await subjectOf(app, browser, spa),
      await subjectOf(app, browser, native),
      (await obtainResourceTokens(app, browser, native)).claims['sub'],
    ]
    expect(await all(alice)).toEqual([ofBob, ofBob, ofBob])
    expect((await requestIdentityMergeUndoForTests(alice, merged)).statusCode).toBe(200)
    expect(new Set(await all(alice)).size).toBe(1)
    expect(await all(alice)).not.toContain(ofBob)
    const back = await openSteppedUpBrowser(app, ethereumTestKeys.bob)
    expect(await all(back)).toEqual([ofBob, ofBob, ofBob])
    const { subjects, applications } = await downloadPersonalDataExport(back)
    expect(subjects.filter(({ subject }) => subject === ofBob)).toMatchObject([{ sector: 'product:shop' }])
    expect(applications.map(({ applicationId, subject }) => [applicationId, subject]).toSorted()).toEqual([
      ['shop-app', ofBob],
      ['shop-web', ofBob],
    ])
  })
})
