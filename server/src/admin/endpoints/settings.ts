// What is set here, as the owner sees it: settings with where they came from, keys, chains. Nothing of it is secret: passwords in addresses
// and the addresses of nodes are hidden where settings are read (THREATS P9, N10).
import type { AdminAnswer } from '@countersign/api/admin-calls'
import { readRelease } from '../../platform/release.ts'
import { migrationNames } from '../../platform/database/migrate.ts'
import { checkNode, sayFound } from '../../chains/reader/check-node.ts'
import type { NodeCheck } from '../../chains/reader/check-node.ts'
import { stateKeys } from '../../store/signing-keys/state.ts'
import { listWholeKeys } from '../../store/signing-keys/store.ts'
import type { ChainSettings } from '../../platform/chain-settings.ts'
import { formatTime } from '../../platform/clock.ts'
import type { App } from '../../platform/call.ts'
import type { Database } from '../../platform/database/open-database.ts'
import type { Replica } from '../../platform/database/replica.ts'
import type { SettingReport } from '../../platform/settings.ts'
import { readBranding } from './branding.ts'

type Shown = AdminAnswer<'readSettings'>

/** Everything that is set. */
export async function readSettingsShown(
  { database, replica }: Pick<App, 'database' | 'replica'>,
  chains: readonly ChainSettings[],
  report: readonly SettingReport[],
  now: number,
): Promise<Shown> {
  const { kind, queries } = database
  const { backed_up_at: backup } = await queries.selectFrom('setup').select('backed_up_at').executeTakeFirstOrThrow()
  return {
    settings: report.map(({ name, variable, value, source, allowed, allowedBy, about }) => ({
      name,
      variable,
      value,
      source,
      allowed,
      allowedBy,
      about,
    })),
    keys: await readKeysShown(database, now),
    chains: chains.map(({ id, name, rpc, quorum, ensRegistry, nameGateways, allowDelegates, factories }) => ({
      id,
      name,
      nodes: rpc.length,
      quorum,
      names: ensRegistry !== null,
      nameGateways: [...nameGateways],
      delegates: allowDelegates,
      factories: factories.length,
    })),
    branding: await readBranding(queries),
    database: {
      kind,
      schema: migrationNames.at(-1) ?? '',
      backup: backup === null ? null : formatTime(backup),
      replica: replica === null ? null : showReplica(replica),
    },
    version: readRelease().version,
  }
}

function showReplica(replica: Replica): NonNullable<Shown['database']['replica']> {
  const { state, lagMs } = replica.status()
  return { state, lagSeconds: lagMs === null ? null : lagMs / 1000 }
}

/** Keys that sign, will sign, or have signed what still lives. */
async function readKeysShown({ queries }: Database, now: number): Promise<Shown['keys']> {
  return stateKeys(await listWholeKeys(queries), now)
    .filter(({ state }) => state !== 'gone')
    .map(({ key, state }) => ({
      id: key.id,
      algorithm: key.algorithm,
      state,
      createdAt: formatTime(key.created_at),
      activeFrom: formatTime(key.active_from),
      retiresAt: key.retires_at === null ? null : formatTime(key.retires_at),
    }))
}

/** Asks every node of a chain whether it can do what will be asked of it. Nodes are told by their place: their addresses can hold a key. */
export async function testNodes(
  { rpc, ...chain }: ChainSettings,
  world: Pick<NodeCheck, 'limits' | 'clock'>,
): Promise<AdminAnswer<'testChain'>['nodes']> {
  return Promise.all(
    rpc.map(async (address, index) => {
      const began = world.clock()
      const findings = await checkNode(address, { settings: chain, ...world })
      const wrong = findings.filter(({ good }) => !good)
      const told = wrong.length > 0 ? wrong : findings
      return {
        node: index + 1,
        outcome: wrong.length === 0 ? ('well' as const) : ('failing' as const),
        sentence: told.map(sayFound).join('; '),
        findings: told.map(({ code, values }) => ({ code, values })),
        block: findings.find(({ code }) => code === 'newest')?.values['block'] ?? null,
        milliseconds: Math.max(0, Math.round(world.clock() - began)),
      }
    }),
  )
}
