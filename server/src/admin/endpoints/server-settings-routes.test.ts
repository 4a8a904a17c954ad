// Tests of the settings endpoints.
import type { AdminApiEndpointOutput } from '@countersign/api/admin-api-endpoints'
import type { AdminRole } from '@countersign/api/admin-role-permissions'
import { startFakeChainNode } from '@countersign/testing/chain/fake-chain-node'
import { startLocalEthereumChain } from '@countersign/testing/chain/local-ethereum-chain'
import { describe, expect, onTestFinished, test } from 'vitest'
import { parseChainSettings } from '../../platform/parse-chain-settings.ts'
import { databaseMigrationNames } from '../../platform/database/run-migrations.ts'
import { createTestServer, ethereumTestKeys } from '../../testing/countersign-test-server.ts'
import { testOnBothDatabases } from '../../testing/database-fixtures.ts'
import { createOidcTestServer } from '../../testing/oidc-application-test-steps.ts'
import { openBrowserWithRole } from '../../testing/admin-role-test-steps.ts'
import { sequenceAllAuditEntries } from '../../testing/inspect-test-database.ts'

type Shown = AdminApiEndpointOutput<'readSettings'>
type Tested = AdminApiEndpointOutput<'testChain'>

const { alice } = ethereumTestKeys
const path = '/api/admin/settings'
const secret = 'key-of-the-operator'
const rpc = [`https://node.example/v3/${secret}`, `https://other.example/?apikey=${secret}`]

describe('server settings endpoints', () => {
  testOnBothDatabases('P9 N10: show each value with its source, and no secrets', async (kind) => {
    const app = await createTestServer({
      database: kind,
      environment: {
        COUNTERSIGN_DATABASE: `postgres://countersign:${secret}@db.example/main`,
        COUNTERSIGN_SESSION_IDLE_TIMEOUT_SECONDS: '3600',
        COUNTERSIGN_CHAINS: JSON.stringify([{ id: '1', rpc, quorum: 2 }]),
      },
    })
    const { browser } = await openBrowserWithRole(app, alice, 'owner')
    const response = await browser.send('GET', path)
    expect(response.body).not.toContain(secret)
    const { settings, chains, database, branding, version } = response.json<Shown>()
    const found = (name: string) => settings.find((setting) => setting.name === name)
    expect(found('sessionIdleTimeoutSeconds')).toMatchObject({
      variable: 'COUNTERSIGN_SESSION_IDLE_TIMEOUT_SECONDS',
      value: '3600',
      source: 'environment',
    })
    expect(found('port')).toMatchObject({ value: '3000', source: 'default', allowed: 'a port from 1 to 65535' })
    expect(found('database')).toMatchObject({ value: 'postgres://countersign:***@db.example/main' })
    expect(found('chains')).toMatchObject({ value: 'Ethereum (1) at node.example, other.example, quorum 2' })
    expect(chains).toEqual([
      {
        id: '1',
        name: 'Ethereum',
        nodes: 2,
        quorum: 2,
        names: true,
        nameGateways: [],
        delegates: false,
        factories: parseChainSettings(JSON.stringify([{ id: '1', rpc }]))?.[0]?.factories.length,
      },
    ])
    expect(database).toEqual({ kind, schema: databaseMigrationNames.at(-1), backup: null, replica: null })
    expect(branding).toEqual({
      name: null,
      logo: null,
      colors: { light: null, dark: null },
      languages: ['en', 'de'],
      termsUrl: null,
      privacyUrl: null,
      helpUrl: null,
    })
    expect(version).toMatch(/^\d+\.\d+\.\d+$/)
  })

  test('rotate signing keys, gradually or immediately, and log which admin did it', async () => {
    const app = await createOidcTestServer()
    const { browser, personId } = await openBrowserWithRole(app, alice, 'owner')
    const keysNow = async () => (await browser.send('GET', path)).json<Shown>().keys
    const rotate = async (immediately: boolean) => (await browser.send('POST', `${path}/keys`, { immediately })).json()
    const [first] = await keysNow()
    expect(await keysNow()).toMatchObject([{ algorithm: 'ES256', state: 'current', retiresAt: null }])

    expect(await rotate(false)).toEqual({ made: 2 })
    expect(await rotate(false)).toEqual({ made: 1 })
    expect(await rotate(false)).toEqual({ made: 0 })
    const waiting = await keysNow()
    expect(waiting.filter(({ algorithm }) => algorithm === 'ES256').map(({ state }) => state)).toEqual([
      'current',
      'next',
    ])
    expect(waiting.find(({ id }) => id === first?.id)?.retiresAt).not.toBeNull()

    expect(await rotate(true)).toEqual({ made: 2 })
    const after = await keysNow()
    expect(after.map(({ algorithm, state }) => `${algorithm} ${state}`)).toEqual(['ES256 current', 'RS256 current'])
    expect(after.map(({ id }) => id)).not.toContain(first?.id)
    await sequenceAllAuditEntries(app.database.queries)
    const lines = await app.database.queries
      .selectFrom('audit_events')
      .innerJoin('audit_event_evidence', 'audit_event_evidence.sequence', 'audit_events.sequence')
      .innerJoin('audit_event_links', 'audit_event_links.sequence', 'audit_events.sequence')
      .select(['type', 'person_id', 'content'])
      .where('audit_event_links.kind', '=', 'actor')
      .where('audit_event_links.target', '=', personId)
      .execute()
    expect(lines.map(({ type }) => type).sort()).toEqual([
      ...Array<string>(5).fill('signing_key.created'),
      ...Array<string>(4).fill('signing_key.retired'),
    ])
    expect(
      lines.every(({ person_id, content }) => person_id === null && content === JSON.stringify({ actorId: personId })),
    ).toBe(true)
  })

  test.each<[AdminRole | null]>([[null], ['auditor'], ['administrator']])(
    'N11: refuse a caller with role %s',
    async (role) => {
      const app = await createTestServer()
      const { browser } = await openBrowserWithRole(app, alice, role)
      for (const response of [
        await browser.send('GET', path),
        await browser.send('POST', `${path}/keys`, { immediately: true }),
        await browser.send('POST', `${path}/chains/1/test`),
      ]) {
        expect(response.json()).toMatchObject({ code: 'permission.denied' })
      }
      await sequenceAllAuditEntries(app.database.queries)
      expect(
        await app.database.queries.selectFrom('audit_events').select('type').where('type', 'like', 'key.%').execute(),
      ).toEqual([])
    },
  )

  test('refuse key rotation with an expired step-up', async () => {
    const app = await createTestServer()
    const { browser } = await openBrowserWithRole(app, alice, 'owner')
    app.clock.now += app.limits.stepUpFreshnessSeconds * 1000 + app.limits.clockToleranceSeconds * 1000
    expect((await browser.send('POST', `${path}/keys`, { immediately: true })).json()).toMatchObject({
      code: 'step_up.required',
    })
    expect((await browser.send('GET', path)).statusCode).toBe(200)
  })
})

test('the chain test reports each node by its position, without its URL', async () => {
  const chain = await startLocalEthereumChain({ chainId: 8453 })
  onTestFinished(() => chain.stop())
  await chain.mine(5)
  const wrong = await startFakeChainNode(chain.url, { kind: 'wrong-chain', chainId: 1 })
  onTestFinished(() => wrong.stop())
  const app = await createTestServer({
    environment: {
      COUNTERSIGN_CHAINS: JSON.stringify([
        { id: '8453', rpc: [`${chain.url}/?key=${secret}`, `${wrong.url}/?key=${secret}`] },
      ]),
      COUNTERSIGN_CHAIN_READ_TIMEOUT_SECONDS: '2',
    },
  })
  // The test chain uses the machine's clock.
  app.clock.now = Date.now()
  const { browser } = await openBrowserWithRole(app, alice, 'owner')
  const response = await browser.send('POST', `${path}/chains/8453/test`)
  expect(response.body).not.toContain(secret)
  expect(response.json<Tested>().nodes).toMatchObject([
    {
      node: 1,
      outcome: 'well',
      block: '5',
      sentence: expect.stringMatching(
        /^chain 8453; newest block 5, -?\d+ s old; finalized block 3, -?\d+ s old; contract calls work; a chain read takes \d+ ms of the allowed 2000 ms \(COUNTERSIGN_CHAIN_READ_TIMEOUT_SECONDS\)$/,
      ) as string,
    },
    {
      node: 2,
      outcome: 'failing',
      block: null,
      sentence: 'chain ID: this is a node of chain 1, not of 8453',
      findings: [{ code: 'chain_other', values: { chain: '8453', found: '1' } }],
    },
  ])
  expect((await browser.send('POST', `${path}/chains/1/test`)).json()).toMatchObject({ code: 'chain.not_supported' })
})
