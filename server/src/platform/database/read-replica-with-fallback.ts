// A read replica (hot standby) of PostgreSQL, for lists that are long to read and decide on nothing. One rule keeps who reads from missing what they
// have just done, on whichever instance they did it, whatever its replication lag: the replica is read only once it has replayed everything that the database had written when
// the question came (causal consistency). Where it has not within a moment, or is down, the database itself is read.
import { Gauge } from 'prom-client'
import { sql } from 'kysely'
import { setTimeout as wait } from 'node:timers/promises'
import type { Clock } from '../clock.ts'
import type { MetricsRegistry } from '../prometheus-metrics.ts'
import { ApiError } from '../api-error.ts'
import type { Database } from './open-sqlite-or-postgres-database.ts'
import { isDatabaseUnavailable } from './database-errors.ts'

/** How it is with the replica: it is read; it takes too long to follow; it cannot be reached; it is not one of this database. */
export type ReadReplicaState = 'current' | 'behind' | 'down' | 'foreign'

/** Reads for a list. */
export type RunReadOnReplicaOrDatabase = <Result>(work: (database: Database) => Promise<Result>) => Promise<Result>

export interface ReadReplicaWithFallback {
  /**
   * Runs reads there if it has everything, else on the database itself. They can run twice, and change nothing.
   * @param tell is told which was read
   */
  read: <Result>(
    work: (database: Database) => Promise<Result>,
    tell?: (from: 'replica' | 'database') => void,
  ) => Promise<Result>
  /** Looks how it is; main calls it every second. */
  checkStatus: () => Promise<void>
  /** As of the last look or read. The lag is zero for one that has replayed all there is, however long ago that was written; null where it was never reached. */
  status: () => { state: ReadReplicaState; lagMs: number | null }
}

interface ReplicaContext {
  database: Database
  replica: Database
  clock: Clock
  metrics: MetricsRegistry
  log: { warn: (details: object, message: string) => void; info: (details: object, message: string) => void }
}

/** How often, and after how long each time, a list waits for what is on its way to the replica. */
const maxLagPolls = 10
const lagPollIntervalMs = 20

/** Who does not say where they are within this time is down. */
const replicaTimeoutMs = 1000

/** What stays as it is, is said again after this time. */
const stateLogIntervalMs = 600_000

/** More than so many marks are thinned out: of a replica that is down for days. */
const maxLagSamples = 600

/** How far behind the replica is, by where the database was at which moment. */
class ReplicaLag {
  lagMs: number | null = null
  /** Where the database was at which moment, as far as the replica had not come at the last look. */
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

  /** How long ago the database was where the replica has not come since. */
  measure(now: number): void {
    const replayed = this.#replayedLast
    if (replayed === null) return
    this.#positions = this.#positions.filter((mark) => mark.position > replayed)
    this.lagMs = Math.max(0, now - (this.#positions[0]?.at ?? now))
  }
}

/** @param replica a database that is opened by an address of its own */
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

  /** Whether the replica comes to a place. Who was behind already is not waited for. */
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
    // Whether it is there again is found by who watches, and not by who waits for a list.
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
    // Asked after it, so that one that is ahead has a history of its own: left over from before a fail-over.
    const position = await readCurrentLsn(database)
    if (typeof replayed === 'bigint' && replayed <= position) lag.recordReplayed(replayed)
    lag.measure(clock())
    const isMissing = lag.hasUnreplayedPositions
    lag.recordPosition(position, clock())
    if (replayed === null || (typeof replayed === 'bigint' && replayed > position)) return become('foreign')
    if (typeof replayed !== 'bigint') return become('down', replayed.error)
    // What was written since the last look is on its way; what somebody waited for in vain has to be there.
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
          // What is wrong with the question is wrong on the database too.
          if (error instanceof ApiError) throw error
          if (isReplicaUnreachable(error)) become('down', error)
          else say('a list could not be read on the read replica; it is read from the database itself', { err: error })
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
  current: 'the read replica is read for lists again',
  behind: 'the read replica is behind; lists are read from the database itself until it has caught up',
  down: 'the read replica cannot be reached; lists are read from the database itself',
  foreign:
    'the read replica is no standby of this database, or one with a history of its own; lists are read from the database itself',
} as const satisfies Record<ReadReplicaState, string>

/** A query that was in the way of what is replayed is cancelled (class 40); that is no reason to leave the replica alone. */
const isReplicaUnreachable = (error: unknown): boolean =>
  isDatabaseUnavailable(error) && !String((error as { code?: unknown }).code).startsWith('40')

/** `16/B374D848` as one number. */
function parseLsn(text: string): bigint {
  const [high = '0', low = '0'] = text.split('/')
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`)
}

/** Everything that was acknowledged lies before it. */
async function readCurrentLsn({ queries }: Database): Promise<bigint> {
  const { rows } = await sql<{ position: string }>`select pg_current_wal_flush_lsn()::text as position`.execute(queries)
  return parseLsn(rows[0]?.position ?? '')
}

/** How far a replica has come; null for a server that follows nobody. */
async function readReplayedLsn({ queries }: Database): Promise<bigint | null> {
  const { rows } = await sql<{
    position: string | null
  }>`select case when pg_is_in_recovery() then pg_last_wal_replay_lsn()::text end as position`.execute(queries)
  const position = rows[0]?.position ?? null
  return position === null ? null : parseLsn(position)
}

/** Whether both are copies of the same cluster. A service that does not tell is believed. */
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
  // It is nobody's fault any more once it was given up.
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
    help: 'Whether the read replica answers, and follows this database.',
    registers: [],
    collect() {
      this.set(read().isUp ? 1 : 0)
    },
  })
  const lag = new Gauge({
    name: 'countersign_replica_lag_seconds',
    help: 'How long ago the database wrote what the read replica has not replayed; 0 where it has replayed everything.',
    registers: [],
    collect() {
      const { lagMs } = read()
      if (lagMs === null) this.remove()
      else this.set(lagMs / 1000)
    },
  })
  for (const gauge of [up, lag]) metrics.registerMetric(gauge)
}
