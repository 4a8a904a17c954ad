// Tests when names are read from gateways, and what is kept while a gateway fails.
import { beforeAll, describe, expect, test } from 'vitest'
import type { DatabaseKind } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { openTestDatabase, testOnBothDatabases } from '../../testing/database-fixtures.ts'
import { refreshEnsNames } from './refresh-ens-names.ts'
import {
  createTestAvatarPngs,
  createEnsNamesTestContext,
  insertTestPersonWithWallet,
  assignEnsName,
  readStoredEnsName,
} from '../../testing/ens-name-reading-fixtures.ts'
import type { EnsNamesTestContext } from '../../testing/ens-name-reading-fixtures.ts'

const start = Date.parse('2026-01-15T12:00:00.000Z')
const day = 86_400_000

beforeAll(createTestAvatarPngs)

describe('refreshing ENS names from CCIP gateways', () => {
  async function createElsewhere(
    hosts: string[],
    kind: DatabaseKind = 'sqlite',
  ): Promise<{ world: EnsNamesTestContext; id: string; address: string }> {
    const gateway = { hosts, down: false, asked: [] }
    const context = createEnsNamesTestContext(await openTestDatabase(kind), { gateway })
    const { id, address } = await insertTestPersonWithWallet(context)
    assignEnsName(context, address, 'ada.wild.eth')
    context.records.elsewhere.add('ada.wild.eth')
    return { world: context, id, address }
  }

  test('S10: resolves no name and sends no request unless a gateway is allowed', async () => {
    const { world: context, id } = await createElsewhere([])
    expect(await refreshEnsNames(context)).toBe(1)
    expect(await readStoredEnsName(context, id)).toMatchObject({
      name: null,
      resolved_at: start,
      refresh_at: start + day,
    })
    expect(context.gateway.asked).toEqual([])
  })

  testOnBothDatabases(
    'stores names from a gateway, and drops them once the gateway is no longer allowed',
    async (kind) => {
      const { world: context, id } = await createElsewhere(['gateway.example'], kind)
      expect(await refreshEnsNames(context)).toBe(1)
      expect(await readStoredEnsName(context, id)).toMatchObject({
        name: 'ada.wild.eth',
        resolved_at: start,
        refresh_at: start + day,
      })
      expect(context.gateway.asked).toEqual([['gateway.example']])
      context.time.now += day
      const without = createEnsNamesTestContext(context, { ...context, gateway: { hosts: [], down: false, asked: [] } })
      expect(await refreshEnsNames(without)).toBe(1)
      expect(await readStoredEnsName(context, id)).toMatchObject({ name: null, resolved_at: start + day })
    },
  )

  testOnBothDatabases('S10: keeps a name while its gateway is down, and retries after an hour', async (kind) => {
    const { world: context, id } = await createElsewhere(['gateway.example'], kind)
    await refreshEnsNames(context)
    context.gateway.down = true
    context.time.now += day
    expect(await refreshEnsNames(context)).toBe(1)
    const again = start + day + 3_600_000
    expect(await readStoredEnsName(context, id)).toMatchObject({
      name: 'ada.wild.eth',
      resolved_at: start,
      refresh_at: again,
    })
    expect(await refreshEnsNames(context)).toBe(0)
    context.gateway.down = false
    context.time.now = again
    expect(await refreshEnsNames(context)).toBe(1)
    expect(await readStoredEnsName(context, id)).toMatchObject({
      name: 'ada.wild.eth',
      resolved_at: again,
      refresh_at: again + day,
    })
  })

  test('P7: drops a name that the wallet no longer claims, even if the gateway of the next one fails', async () => {
    const { world: context, id, address } = await createElsewhere(['gateway.example'])
    await refreshEnsNames(context)
    context.gateway.down = true
    assignEnsName(context, address, 'next.wild.eth')
    context.records.elsewhere.add('next.wild.eth')
    context.time.now += day
    expect(await refreshEnsNames(context)).toBe(1)
    expect(await readStoredEnsName(context, id)).toMatchObject({ name: null, refresh_at: start + day + 3_600_000 })
  })

  test('S10: refreshes other names in the same round despite failing gateways', async () => {
    const { world: context } = await createElsewhere(['gateway.example'])
    context.gateway.down = true
    const others = []
    for (let index = 0; index < 30; index += 1) {
      const wallet = await insertTestPersonWithWallet(context)
      assignEnsName(context, wallet.address, `far-${index}.wild.eth`)
      context.records.elsewhere.add(`far-${index}.wild.eth`)
    }
    for (let index = 0; index < 5; index += 1) others.push(await insertTestPersonWithWallet(context))
    for (const [index, { address }] of others.entries()) assignEnsName(context, address, `near-${index}.eth`)
    expect(await refreshEnsNames(context)).toBe(36)
    for (const [index, { id }] of others.entries())
      expect((await readStoredEnsName(context, id))?.name).toBe(`near-${index}.eth`)
  })
})
