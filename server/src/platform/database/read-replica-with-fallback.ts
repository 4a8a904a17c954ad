// A PostgreSQL replica for long lists, used only if it has all writes from before the request.
import { Gauge } from 'prom-client'
import { sql } from 'kysely'
import { setTimeout as wait } from 'node:timers/promises'
import type { Clock } from '../clock.ts'
import type { MetricsRegistry } from '../prometheus-metrics.ts'
import { ApiError } from '../api-error.ts'
import type { Database } from './open-sqlite-or-postgres-database.ts'
import { isDatabaseUnavailable } from './database-errors.ts'

/** `foreign` means that the server is not a replica of this database. */
export type ReadReplicaState = 'current' | 'behind' | 'down' | 'foreign'

export type RunReadOnReplicaOrDatabase = <Result>(work: (database: Database) => Promise<Result>) => Promise<Result>

export interface ReadReplicaWithFallback {
  /** @param work may run twice and must not write */
  read: <Result>(
    work: (database: Database) => Promise<Result>,
    tell?: (from: 'replica' | 'database') => void,
  ) => Promise<Result>
  checkStatus: () => Promise<void>
  /** `lagMs` is 0 if everything has been replayed, and null if the replica was never reached. */
  status: () => { state: ReadReplicaState; lagMs: number | null }
}

interface ReplicaContext {
  database: Database
  replica: Database
  clock: Clock
  metrics: MetricsRegistry
  log: { warn: (details: object, message: string) => void; info: (details: object, message: string) => void }
}

const maxLagPolls = 10
const lagPollIntervalMs = 20

const replicaTimeoutMs = 1000

const stateLogIntervalMs = 600_000

const maxLagSamples = 600

class ReplicaLag {
  lagMs: number | null = null
  /** WAL positions that the replica had not reached at the last check. */
  #positions: { position: bigint; at: number }[] = []
  #replayedLast: bigint | null = null

  get hasUnreplayedPositions(): boolean {
    return this.#positions.length > 0
  }

  recordReplayed(position: bigint): void {
    this.#replayedLast = position
  }

  recordPosition(position: bigint, at: number): void {
    if (this.#replayedLast === null || position <= (this.#positions.at(-1)?.position ?? this.#replayedLast)) return
    this.#positions.push({ position, at })
    if (this.#positions.length > maxLagSamples) this.#positions = this.#positions.filter((_, index) => index % 2 === 0)
  }

  measure(now: number): void {
    const replayed = this.#replayedLast
    if (replayed === null) return
    this.#positions = this.#positions.filter((mark) => mark.position > replayed)
    this.lagMs = Math.max(0, now - (this.#positions[0]?.at ?? now))
  }
}

export function createReadReplicaWithFallback(context: ReplicaContext): ReadReplicaWithFallback {
  const { database, replica, clock, metrics, log } = context
  let state: ReadReplicaState = 'down'
  let isKnownToBeOurs = false
  const lag = new ReplicaLag()
  const said = new Map<string, number>()

  const say = (sentence: string, details: object): void => {
    const now = clock()
    if (now - (said.get(sentence) ?? -Infinity) < stateLogIntervalMs) return
    said.set(sentence, now)
    log.warn(details, sentence)
  }

  const become = (next: ReadReplicaState, error?: unknown): void => {
    const before = state
    state = next
    if (next === 'down' || next === 'foreign') isKnownToBeOurs = false
    if (next !== 'current')
      return say(stateLogMessages[next], { replica: next, ...(error !== undefined && { err: error }) })
    if (before === 'current' || said.size === 0) return
    said.clear()
    log.info({ replica: next }, stateLogMessages.current)
  }

  /** Waits for the replica, unless it was already behind. */
  const reaches = async (position: bigint): Promise<boolean> => {
    for (let look = 0; ; look += 1) {
      const replayed = await withTimeout(readReplayedLsn(replica))
      if (replayed === null) return false
      if (replayed >= position) return true
      if (state === 'behind' || look >= maxLagPolls) return false
      await wait(lagPollIntervalMs)
    }
  }

  const hasEverything = async (): Promise<boolean> => {
    // Only the status check notices that a replica is up again, so no list has to wait for it.
    if (state === 'down' || state === 'foreign') return false
    const position = await readCurrentLsn(database)
    try {
      const isThere = await reaches(position)
      if (!isThere) lag.recordPosition(position, clock())
      if (state === (isThere ? 'behind' : 'current')) become(isThere ? 'current' : 'behind')
      return isThere
    } catch (error) {
      become('down', error)
      return false
    }
  }

  const findReplayed = async (): Promise<bigint | null> => {
    if (!isKnownToBeOurs && !(await withTimeout(isSameCluster(database, replica)))) return null
    isKnownToBeOurs = true
    return withTimeout(readReplayedLsn(replica))
  }

  const watch = async (): Promise<void> => {
    const replayed = await findReplayed().catch((error: unknown) => ({ error }))
    // This is read last, so a replica ahead of this position diverged before a failover.
    const position = await readCurrentLsn(database)
    if (typeof replayed === 'bigint' && replayed <= position) lag.recordReplayed(replayed)
    lag.measure(clock())
    const isMissing = lag.hasUnreplayedPositions
    lag.recordPosition(position, clock())
    if (replayed === null || (typeof replayed === 'bigint' && replayed > position)) return become('foreign')
    if (typeof replayed !== 'bigint') return become('down', replayed.error)
    // Missing writes may just be recent, unless the replica was already behind.
    const isLate = state === 'behind' || (lag.lagMs ?? 0) > maxLagPolls * lagPollIntervalMs
    become(isMissing && isLate ? 'behind' : 'current')
  }

  registerReplicaMetrics(metrics, () => ({ isUp: state === 'current' || state === 'behind', lagMs: lag.lagMs }))
  let watching: Promise<void> | null = null
  return {
    read: async (work, tell = () => {}) => {
      if (await hasEverything()) {
        try {
          const result = await work(replica)
          tell('replica')
          return result
        } catch (error) {
          // An invalid request would be invalid on the primary database too.
          if (error instanceof ApiError) throw error
          if (isReplicaUnreachable(error)) become('down', error)
          else say('a list could not be read from the read replica; using the primary database', { err: error })
        }
      }
      tell('database')
      return work(database)
    },
    checkStatus: () =>
      (watching ??= watch().finally(() => {
        watching = null
      })),
    status: () => ({ state, lagMs: lag.lagMs }),
  }
}

const stateLogMessages = {
  current: 'the read replica serves lists again',
  behind: 'the read replica is behind; lists are read from the primary database until it has caught up',
  down: 'the read replica is unreachable; lists are read from the primary database',
  foreign:
    'the read replica is not a standby of this database, or has diverged from it; lists are read from the primary database',
} as const satisfies Record<ReadReplicaState, string>

/** If a query was canceled because it blocked replay (class 40), the replica remains usable. */
const isReplicaUnreachable = (error: unknown): boolean =>
  isDatabaseUnavailable(error) && !String((error as { code?: unknown }).code).startsWith('40')

function parseLsn(text: string): bigint {
  const [high = '0', low = '0'] = text.split('/')
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`)
}

/** All acknowledged writes are before this position. */
async function readCurrentLsn({ queries }: Database): Promise<bigint> {
  const { rows } = await sql<{ position: string }>`select pg_current_wal_flush_lsn()::text as position`.execute(queries)
  return parseLsn(rows[0]?.position ?? '')
}

/** Null if the server is not a standby. */
async function readReplayedLsn({ queries }: Database): Promise<bigint | null> {
  const { rows } = await sql<{
    position: string | null
  }>`select case when pg_is_in_recovery() then pg_last_wal_replay_lsn()::text end as position`.execute(queries)
  const position = rows[0]?.position ?? null
  return position === null ? null : parseLsn(position)
}

/** Assumes the same cluster if a hosting service hides the system identifier. */
async function isSameCluster(database: Database, replica: Database): Promise<boolean> {
  const [one, other] = await Promise.all([database, replica].map(readSystemIdentifier))
  return one === null || other === null || one === other
}

async function readSystemIdentifier({ queries }: Database): Promise<string | null> {
  try {
    const { rows } = await sql<{
      identifier: string
    }>`select system_identifier::text || ' ' || current_database() as identifier from pg_control_system()`.execute(
      queries,
    )
    return rows[0]?.identifier ?? null
  } catch (error) {
    const insufficientPrivilege = '42501'
    if ((error as { code?: unknown }).code === insufficientPrivilege) return null
    throw error
  }
}

async function withTimeout<Result>(asked: Promise<Result>): Promise<Result> {
  const over = new AbortController()
  asked.catch(() => {})
  try {
    return await Promise.race([
      asked,
      wait(replicaTimeoutMs, undefined, { ref: false, signal: over.signal }).then(() => {
        throw new Error(`The read replica did not answer within ${replicaTimeoutMs} ms`)
      }),
    ])
  } finally {
    over.abort()
  }
}

function registerReplicaMetrics(metrics: MetricsRegistry, read: () => { isUp: boolean; lagMs: number | null }): void {
  const up = new Gauge({
    name: 'countersign_replica_up',
    help: 'Whether the read replica responds and follows this database.',
    registers: [],
    collect() {
      this.set(read().isUp ? 1 : 0)
    },
  })
  const lag = new Gauge({
    name: 'countersign_replica_lag_seconds',
    help: 'Age of the oldest write that the read replica has not replayed; 0 if it has replayed everything.',
    registers: [],
    collect() {
      const { lagMs } = read()
      if (lagMs === null) this.remove()
      else this.set(lagMs / 1000)
    },
  })
  for (const gauge of [up, lag]) metrics.registerMetric(gauge)
}
