// Tests of rule previews and explanations.
import type { AdminApiEndpointOutput } from '@countersign/api/admin-api-endpoints'
import { toChecksumAddress } from '@countersign/message'
import { createEthereumTestKey, ethereumTestKeys } from '@countersign/testing/ethereum-test-keys'
import { describe, expect, test } from 'vitest'
import { createFakeChain, createFakeChains } from '../../testing/fake-chains.ts'
import { createTestServer, openSteppedUpBrowser } from '../../testing/countersign-test-server.ts'
import type { TestBrowser } from '../../testing/countersign-test-server.ts'
import { testOnBothDatabases } from '../../testing/database-fixtures.ts'
import { deployTestToken, testTokenAddress } from '../../testing/group-and-token-fixtures.ts'
import { openBrowserWithRole, requireBrowserPersonId } from '../../testing/admin-role-test-steps.ts'
import { readApiErrorCodeOrDone } from '../../testing/read-api-error-code-or-done.ts'
import {
  createWalletRule,
  listGroupAuditEntriesForTests,
  teamGroupDefinition,
} from '../../testing/admin-group-fixtures.ts'

const { alice, bob, carol } = ethereumTestKeys

const explainGroupMembership = async (browser: TestBrowser, person: string, id = 'team') =>
  (await browser.send('POST', `/api/admin/groups/${id}/explain`, { person })).json<
    AdminApiEndpointOutput<'explainMembership'>
  >()

const previewGroupRule = async (browser: TestBrowser, rule: unknown, more: object = {}) =>
  (await browser.send('POST', '/api/admin/groups/preview', { rule, ...more })).json<
    AdminApiEndpointOutput<'previewRule'>
  >()

describe('group rule preview', () => {
  testOnBothDatabases('evaluates an unsaved rule on people without storing anything', async (kind) => {
    const chain = createFakeChain()
    const app = await createTestServer({ database: kind, chains: createFakeChains(chain) })
    const balances = deployTestToken(chain)
    const { browser } = await openBrowserWithRole(app, alice, 'auditor')
    const bobId = await requireBrowserPersonId(await openSteppedUpBrowser(app, bob))
    await openSteppedUpBrowser(app, carol)
    balances.set(bob.address.toLowerCase(), 5n)
    const token = { type: 'erc20', chain: chain.settings.id, contract: testTokenAddress, atLeast: '5' }
    const readings = chain.readings.length
    expect(await previewGroupRule(browser, token)).toEqual({
      errors: [],
      evaluated: 3,
      people: 3,
      more: false,
      matching: 1,
      unknown: 0,
      sample: [{ id: bobId, displayName: null, address: toChecksumAddress(bob.address), walletName: null }],
    })
    expect(chain.readings.slice(readings)).toEqual([9, 3])
    expect(await previewGroupRule(browser, { any: [token, createWalletRule(alice.address)] })).toMatchObject({
      matching: 2,
      unknown: 0,
    })
    chain.readError = 'down'
    expect(await previewGroupRule(browser, { any: [token, createWalletRule(alice.address)] })).toMatchObject({
      evaluated: 3,
      matching: 1,
      unknown: 2,
    })
    expect(
      await previewGroupRule(browser, { type: 'erc20', chain: '999', contract: testTokenAddress, atLeast: '1' }),
    ).toMatchObject({ evaluated: 0, errors: [{ path: 'rule' }] })
    expect((await previewGroupRule(browser, { all: [{ type: 'erc20' }] })).errors.map(({ path }) => path)).toContain(
      'rule.all[0].chain',
    )
    expect(await app.database.queries.selectFrom('group_members').selectAll().execute()).toEqual([])
    expect(await listGroupAuditEntriesForTests(app)).toEqual([])
  })

  test('stops at its time limit, and refuses more than two concurrent previews', async () => {
    const chain = createFakeChain()
    const app = await createTestServer({ chains: createFakeChains(chain) })
    const { browser } = await openBrowserWithRole(app, alice, 'auditor')
    const { queries } = app.database
    for (let number = 0; number < 120; number++) {
      const id = String(number).padStart(26, '0')
      await queries
        .insertInto('people')
        .values({
          id,
          display_name: null,
          display_name_folded: null,
          picture_url: null,
          locale: null,
          status: number < 110 ? 'active' : 'suspended',
          created_at: 1,
          last_seen_at: number,
        })
        .execute()
      await queries
        .insertInto('wallets')
        .values({
          id,
          person_id: id,
          namespace: 'eip155',
          kind: 'key',
          chain_reference: null,
          address: createEthereumTestKey(2000 + number).address.toLowerCase(),
          label: null,
          is_primary: 1,
          linked_at: 1,
          last_used_at: 1,
          unlinked_at: null,
        })
        .execute()
    }
    deployTestToken(chain)
    // At two seconds per read, there is time for two batches.
    chain.beforeReading = () => void (app.clock.now += 2000)
    const token = { type: 'erc20', chain: chain.settings.id, contract: testTokenAddress, atLeast: '1' }
    expect(await previewGroupRule(browser, token)).toMatchObject({
      evaluated: 100,
      people: 111,
      matching: 0,
      unknown: 0,
    })
    // A live preview ends after one batch of chain reads. A rule without chain reads has no such
    // limit.
    expect(await previewGroupRule(browser, token, { live: true })).toMatchObject({
      evaluated: 50,
      people: 111,
      more: true,
    })
    expect(await previewGroupRule(browser, createWalletRule(alice.address), { live: true })).toMatchObject({
      evaluated: 111,
      more: false,
      matching: 1,
    })
    const [gate, bothWait] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    let waiting = 0
    chain.beforeReading = () => {
      if (++waiting === 2) bothWait.resolve()
      return gate.promise
    }
    const ask = () => browser.send('POST', '/api/admin/groups/preview', { rule: token })
    const two = [ask(), ask()]
    await bothWait.promise
    expect(readApiErrorCodeOrDone(await ask())).toBe('rate.limited')
    gate.resolve()
    expect((await Promise.all(two)).map(readApiErrorCodeOrDone)).toEqual(['done', 'done'])
    expect(readApiErrorCodeOrDone(await ask())).toBe('done')
  })

  testOnBothDatabases('explains part by part the membership of a person found by ID or address', async (kind) => {
    const chain = createFakeChain()
    const app = await createTestServer({ database: kind, chains: createFakeChains(chain) })
    const balances = deployTestToken(chain)
    const { browser } = await openBrowserWithRole(app, alice, 'administrator')
    const bobId = await requireBrowserPersonId(await openSteppedUpBrowser(app, bob))
    const token = { type: 'erc20', chain: chain.settings.id, contract: testTokenAddress, atLeast: '5' }
    expect(
      readApiErrorCodeOrDone(
        await browser.send('POST', '/api/admin/groups', {
          ...teamGroupDefinition,
          rule: { any: [createWalletRule(carol.address), { all: [token, createWalletRule(bob.address)] }] },
        }),
      ),
    ).toBe('done')
    const parts = (outcome: { parts: { path: string; holds: string }[] }) =>
      outcome.parts.map(({ path, holds }) => `${path}: ${holds}`)
    const before = await explainGroupMembership(browser, bobId)
    expect(before).toMatchObject({ person: { id: bobId }, outcome: 'not-member' })
    expect(parts(before)).toEqual([': no', 'any[0]: no', 'any[1]: no', 'any[1].all[0]: no', 'any[1].all[1]: yes'])
    balances.set(bob.address.toLowerCase(), 7n)
    for (const who of [bob.address, toChecksumAddress(bob.address), `eip155:1:${bob.address}`])
      expect(await explainGroupMembership(browser, who)).toMatchObject({ person: { id: bobId }, outcome: 'member' })
    const after = await explainGroupMembership(browser, bobId)
    expect(after.parts[3]).toEqual({
      path: 'any[1].all[0]',
      holds: 'yes',
      sentence: `at least 5 of ${toChecksumAddress(testTokenAddress)} on chain ${chain.settings.id} (ERC-20): by ${toChecksumAddress(bob.address)}`,
      reason: null,
      block: expect.stringMatching(/^[0-9]+$/),
    })
    chain.readError = 'down'
    expect(parts(await explainGroupMembership(browser, bobId))).toEqual([
      ': unknown',
      'any[0]: no',
      'any[1]: unknown',
      'any[1].all[0]: unknown',
      'any[1].all[1]: yes',
    ])
    for (const who of [carol.address, '0'.repeat(26), 'nobody', '%'])
      expect(
        readApiErrorCodeOrDone(await browser.send('POST', '/api/admin/groups/team/explain', { person: who })),
      ).toBe('person.not_found')
    expect(
      readApiErrorCodeOrDone(await browser.send('POST', '/api/admin/groups/nothing/explain', { person: bobId })),
    ).toBe('group.not_found')
  })

  test('reads chains at background priority, so that sign-ins go first', async () => {
    const chain = createFakeChain()
    const inFront: boolean[] = []
    const watched = {
      ...chain,
      read: ((questions, options = {}) => (
        inFront.push(options.background !== true),
        chain.read(questions, options)
      )) satisfies typeof chain.read,
    }
    const app = await createTestServer({ chains: createFakeChains(watched) })
    deployTestToken(chain)
    const { browser, personId } = await openBrowserWithRole(app, alice, 'administrator')
    const token = { type: 'erc20', chain: chain.settings.id, contract: testTokenAddress, atLeast: '5' }
    expect(
      readApiErrorCodeOrDone(await browser.send('POST', '/api/admin/groups', { ...teamGroupDefinition, rule: token })),
    ).toBe('done')
    inFront.length = 0
    await previewGroupRule(browser, token)
    await explainGroupMembership(browser, personId)
    expect(inFront).toEqual([false, false, false])
  })
})
