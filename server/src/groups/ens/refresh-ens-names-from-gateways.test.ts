// Names at gateways: when they are read, and what stays while a gateway fails.
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

describe('names at gateways', () => {
  /** A wallet whose name the gateway alone knows. */
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

  test('S10 are none, and no gateway is asked, unless one is allowed', async () => {
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
    'are kept as others are, and one that is allowed no longer takes its names with it',
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

  testOnBothDatabases(
    'S10 stay as they were while no gateway can be had, read no later than that, and are tried again after an hour',
    async (kind) => {
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
    },
  )

  test('P7 that the wallet no longer says of itself go, though the gateway of its next one fails', async () => {
    const { world: context, id, address } = await createElsewhere(['gateway.example'])
    await refreshEnsNames(context)
    context.gateway.down = true
    assignEnsName(context, address, 'next.wild.eth')
    context.records.elsewhere.add('next.wild.eth')
    context.time.now += day
    expect(await refreshEnsNames(context)).toBe(1)
    expect(await readStoredEnsName(context, id)).toMatchObject({ name: null, refresh_at: start + day + 3_600_000 })
  })

  test('S10 that fail keep no other name from being read in the same round', async () => {
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
