// Passwords and node URLs are already redacted in these settings (THREATS P9, N10).
import type { AdminApiEndpointOutput } from '@countersign/api/admin-api-endpoints'
import { readServerBuildInfo } from '../../platform/read-server-build-info.ts'
import { databaseMigrationNames } from '../../platform/database/run-migrations.ts'
import { checkRpcNode, formatRpcNodeFinding } from '../../chains/reader/check-rpc-node.ts'
import type { RpcNodeCheckOptions } from '../../chains/reader/check-rpc-node.ts'
import { computeTokenSigningKeyRotationStates } from '../../store/signing-keys/compute-token-signing-key-rotation-states.ts'
import { listSigningKeysWithPrivateKey } from '../../store/signing-keys/token-signing-key-store.ts'
import type { ChainSettings } from '../../platform/chain-settings.ts'
import { formatRfc3339Timestamp } from '../../platform/clock.ts'
import type { ServerAppContext } from '../../platform/register-api-endpoint.ts'
import type { Database } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import type { ReadReplicaWithFallback } from '../../platform/database/read-replica-with-fallback.ts'
import type { ServerSettingReport } from '../../platform/parse-server-settings.ts'
import { readBrandingFromDatabase } from './branding-settings-store.ts'

type EffectiveSettings = AdminApiEndpointOutput<'readSettings'>

export async function readEffectiveServerSettings(
  { database, replica }: Pick<ServerAppContext, 'database' | 'replica'>,
  chains: readonly ChainSettings[],
  report: readonly ServerSettingReport[],
  now: number,
): Promise<EffectiveSettings> {
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
    keys: await readSigningKeys(database, now),
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
    branding: await readBrandingFromDatabase(queries),
    database: {
      kind,
      schema: databaseMigrationNames.at(-1) ?? '',
      backup: backup === null ? null : formatRfc3339Timestamp(backup),
      replica: replica === null ? null : describeReplica(replica),
    },
    version: readServerBuildInfo().version,
  }
}

function describeReplica(replica: ReadReplicaWithFallback): NonNullable<EffectiveSettings['database']['replica']> {
  const { state, lagMs } = replica.status()
  return { state, lagSeconds: lagMs === null ? null : lagMs / 1000 }
}

async function readSigningKeys({ queries }: Database, now: number): Promise<EffectiveSettings['keys']> {
  return computeTokenSigningKeyRotationStates(await listSigningKeysWithPrivateKey(queries), now)
    .filter(({ state }) => state !== 'gone')
    .map(({ key, state }) => ({
      id: key.id,
      algorithm: key.algorithm,
      state,
      createdAt: formatRfc3339Timestamp(key.created_at),
      activeFrom: formatRfc3339Timestamp(key.active_from),
      retiresAt: key.retires_at === null ? null : formatRfc3339Timestamp(key.retires_at),
    }))
}

/** Reports nodes by position, because a node's URL can contain an API key. */
export async function checkChainRpcNodes(
  { rpc, ...chain }: ChainSettings,
  context: Pick<RpcNodeCheckOptions, 'limits' | 'clock'>,
): Promise<AdminApiEndpointOutput<'testChain'>['nodes']> {
  return Promise.all(
    rpc.map(async (address, index) => {
      const began = context.clock()
      const findings = await checkRpcNode(address, { settings: chain, ...context })
      const wrong = findings.filter(({ isOk }) => !isOk)
      const reportedFindings = wrong.length > 0 ? wrong : findings
      return {
        node: index + 1,
        outcome: wrong.length === 0 ? ('well' as const) : ('failing' as const),
        sentence: reportedFindings.map(formatRpcNodeFinding).join('; '),
        findings: reportedFindings.map(({ code, values }) => ({ code, values })),
        block: findings.find(({ code }) => code === 'newest')?.values['block'] ?? null,
        milliseconds: Math.max(0, Math.round(context.clock() - began)),
      }
    }),
  )
}
