// A real PostgreSQL for the simulation (e2e/src/simulation), which schedules every statement. Time
// limits are off; deadlocks are detected from lock waits.
import { formatCopyDatabaseStatement, queryTestPostgresServer } from '@countersign/testing/test-postgres-server'
import pg from 'pg'
import type { Database } from '../platform/database/database-types.ts'
import { openDatabase } from '../platform/database/open-sqlite-or-postgres-database.ts'
import { createFakeDatabaseConnectionError } from './fault-injecting-database.ts'
import type {
  DatabaseOperationScheduler,
  ScheduledDatabaseOperation,
  FaultInjectingDatabase,
} from './fault-injecting-database.ts'

type AnyFunction = (...given: never[]) => unknown
type Client = pg.Client & { processID: number; getTransactionStatus: () => 'I' | 'T' | 'E' | null }
type Prototype = Record<'query' | 'connect', AnyFunction>

interface SentStatement {
  client: Client
  owner: object | null
  number: number
  answered: Promise<unknown>
  /** Whether the statement waits for a lock; reset when a lock may have been released. */
  isBlocked: boolean
  hasWaited: boolean
  isVictim: boolean
}

/** Real time must not affect a simulation. */
const unlimitedTimeouts = {
  databaseConnections: 20,
  databaseConnectionTimeoutSeconds: 3600,
  databaseLockTimeoutSeconds: 3600,
}
const disableTimersSql = 'set idle_in_transaction_session_timeout = 0; set deadlock_timeout = 1000000'

const stepKindOf = (text: string): ScheduledDatabaseOperation['kind'] =>
  /^(begin|start transaction)\b/i.test(text)
    ? 'begin'
    : /^commit\b/i.test(text)
      ? 'commit'
      : /^rollback$/i.test(text)
        ? 'rollback'
        : 'statement'

/** Imitates PostgreSQL's message, but without process IDs, which vary. */
const createDeadlockError = (): Error => Object.assign(new Error('deadlock detected (simulated)'), { code: '40P01' })

/** Background work would make runs irreproducible. */
export async function disableAutovacuum(admin: string): Promise<void> {
  await queryTestPostgresServer(admin, 'alter system set autovacuum = off')
  await queryTestPostgresServer(admin, 'select pg_reload_conf()')
}

/** Only one can be open at a time, because it patches `pg`. */
export async function openFaultInjectingPostgres(
  { admin, address, name, template }: { admin: string; address: string; name: string; template: string },
  gate: DatabaseOperationScheduler,
): Promise<FaultInjectingDatabase> {
  await queryTestPostgresServer(admin, `drop database if exists "${name}" with (force)`)
  await queryTestPostgresServer(admin, formatCopyDatabaseStatement(name, template))
  const monitor = new pg.Client({ connectionString: admin }) as Client
  await monitor.connect()
  const interceptor = new ClientInterceptor(gate, monitor)
  const past = openDatabase(address, { limits: unlimitedTimeouts })
  return {
    connect: (): Database => openDatabase(address, { limits: unlimitedTimeouts }),
    dropConnections: (isDead) => interceptor.dropConnections(isDead),
    isBusy: () => interceptor.isBusy(),
    query: async (text) => (await past.pool?.query<Record<string, unknown>>(text))?.rows ?? [],
    close: async () => {
      interceptor.restore()
      // `force` closes connections that dead instances never returned.
      await queryTestPostgresServer(admin, `drop database if exists "${name}" with (force)`)
      await monitor.end()
    },
  }
}

const prototype = pg.Client.prototype as unknown as Prototype

class ClientInterceptor implements Pick<FaultInjectingDatabase, 'dropConnections' | 'isBusy'> {
  readonly #gate: DatabaseOperationScheduler
  readonly #monitor: Client
  readonly #sent = new Set<SentStatement>()
  /** The last statement of each connection. */
  readonly #last = new WeakMap<Client, Promise<unknown>>()
  /** The owner of each connection's open transaction. */
  readonly #owners = new Map<Client, object | null>()
  readonly #ended = new WeakSet<Client>()
  /** Connections of this run; those of earlier runs may still be closing. */
  readonly #own = new WeakSet<Client>()
  #changing = 0
  #numbers = 0
  readonly #realQuery = prototype.query
  readonly #realConnect = prototype.connect

  constructor(gate: DatabaseOperationScheduler, monitor: Client) {
    this.#gate = gate
    this.#monitor = monitor
    const intercept = { query: this.#query.bind(this), connect: this.#connect.bind(this) }
    prototype.query = function (this: Client, first: unknown, ...rest: unknown[]) {
      return intercept.query(this, first, rest)
    } as AnyFunction
    prototype.connect = function (this: Client, tell?: (error: unknown) => void) {
      return intercept.connect(this, tell)
    } as AnyFunction
  }

  restore(): void {
    Object.assign(prototype, { query: this.#realQuery, connect: this.#realConnect })
  }

  async isBusy(): Promise<boolean> {
    if (this.#changing > 0) return true
    const running = [...this.#sent].filter(({ isBlocked }) => !isBlocked)
    if (running.length === 0) return false
    // Most statements are answered at once; others wait for a lock or are just slow.
    await Promise.race([
      Promise.allSettled(running.map(({ answered }) => answered)),
      new Promise((resolve) => setTimeout(resolve, 2)),
    ])
    if (running.some((one) => this.#sent.has(one))) await this.#findBlocked()
    return true
  }

  async dropConnections(isDead: Parameters<FaultInjectingDatabase['dropConnections']>[0]): Promise<void> {
    for (const { client, owner, answered } of this.#sent)
      if (isDead(owner)) {
        await this.#send(this.#monitor, 'select pg_cancel_backend($1)', [client.processID])
        await answered.catch(() => {})
      }
    for (const [client, owner] of this.#owners) if (isDead(owner)) await this.#cutOff(client)
  }

  #query(client: Client, first: unknown, rest: unknown[]): unknown {
    const callback = rest.at(-1)
    const hasCallback = typeof callback === 'function'
    const config = typeof first === 'string' ? { text: first } : (first as { text?: string; values?: unknown[] })
    // The server does not use query streams.
    if (!this.#own.has(client) || config.text === undefined)
      return this.#realQuery.call(client, ...([first, ...rest] as never[]))
    const { text } = config
    const values: unknown[] = [...((Array.isArray(rest[0]) ? rest[0] : config.values) ?? [])]
    const given = typeof first === 'string' ? [first, values] : [{ ...config, values }]
    // Pipelined statements run one after the other, each with its own turn.
    const done = (this.#last.get(client) ?? Promise.resolve()).then(() => this.#perform(client, text, values, given))
    this.#last.set(
      client,
      done.catch(() => {}),
    )
    if (!hasCallback) return done
    const tell = callback as (error: unknown, result?: unknown) => void
    done.then(
      (result) => tell(null, result),
      (error: unknown) => tell(error),
    )
  }

  #connect(client: Client, tell?: (error: unknown) => void): unknown {
    this.#changing++
    this.#own.add(client)
    const done = (async () => {
      try {
        await (this.#realConnect.call(client) as unknown as Promise<void>)
        await this.#send(client, disableTimersSql)
      } finally {
        this.#changing--
      }
    })()
    if (tell === undefined) return done
    done.then(() => tell(null), tell)
  }

  #send(client: Client, ...given: unknown[]): Promise<pg.QueryResult> {
    return this.#realQuery.apply(client, given as never[]) as Promise<pg.QueryResult>
  }

  #releaseBlocked(): void {
    for (const one of this.#sent) one.isBlocked = false
  }

  async #track(client: Client, given: unknown[]): Promise<pg.QueryResult> {
    const answered = this.#send(client, ...given)
    const one: SentStatement = {
      client,
      owner: this.#gate.owner(),
      number: ++this.#numbers,
      answered,
      isBlocked: false,
      hasWaited: false,
      isVictim: false,
    }
    this.#sent.add(one)
    const answer = await answered.then(
      (result) => () => result,
      (error: unknown) => () => {
        throw one.isVictim ? createDeadlockError() : error
      },
    )
    this.#sent.delete(one)
    if (client.getTransactionStatus() === 'I') {
      this.#owners.delete(client)
      this.#releaseBlocked()
    }
    // Takes a separate turn, because the transaction that released the lock finishes concurrently.
    if (one.hasWaited)
      await this.#gate.waitForTurn({ kind: 'lock', text: 'has what it waited for', isOutsideTransaction: false })
    return answer()
  }

  async #cutOff(client: Client): Promise<void> {
    this.#ended.add(client)
    this.#owners.delete(client)
    this.#changing++
    if (client.getTransactionStatus() !== 'I') await this.#send(client, 'rollback').catch(() => {})
    client.end().catch(() => {})
    this.#releaseBlocked()
    this.#changing--
  }

  async #perform(client: Client, text: string, values: unknown[], given: unknown[]): Promise<pg.QueryResult> {
    if (this.#ended.has(client)) throw createFakeDatabaseConnectionError()
    const owner = this.#gate.owner()
    if (owner === null) return this.#track(client, given)
    const kind = stepKindOf(text)
    const isOutsideTransaction = kind === 'statement' && client.getTransactionStatus() === 'I'
    const fault = await this.#gate.waitForTurn({
      kind,
      text: `${text} ${JSON.stringify(values)}`,
      isOutsideTransaction,
    })
    if (this.#ended.has(client)) throw createFakeDatabaseConnectionError()
    if (fault === 'refused') {
      await this.#cutOff(client)
      throw createFakeDatabaseConnectionError()
    }
    if (kind === 'begin') this.#owners.set(client, owner)
    try {
      const result = await this.#track(client, given)
      this.#gate.record(`    ${JSON.stringify(result.rows)} ${result.rowCount ?? ''}`)
      if (fault !== 'doubtful') return result
    } catch (error) {
      this.#gate.record(`    ${String((error as { code?: unknown }).code)}`)
      throw error
    }
    await this.#cutOff(client)
    throw createFakeDatabaseConnectionError()
  }

  async #findBlocked(): Promise<void> {
    const waiting = [...this.#sent]
    const pids = waiting.map(({ client }) => client.processID)
    const { rows } = (await this.#send(
      this.#monitor,
      'select pid, pg_blocking_pids(pid) as by from unnest($1::int[]) pid',
      [pids],
    )) as unknown as { rows: { pid: number; by: number[] }[] }
    const blockers = new Map(rows.map(({ pid, by }) => [pid, by]))
    for (const one of waiting) {
      one.isBlocked = (blockers.get(one.client.processID) ?? []).length > 0
      one.hasWaited ||= one.isBlocked
    }
    const victim = waiting
      .filter(({ client, isBlocked }) => isBlocked && isDeadlocked(client.processID, blockers))
      .toSorted((one, other) => other.number - one.number)[0]
    if (victim === undefined || victim.isVictim) return
    victim.isVictim = true
    victim.isBlocked = false
    await this.#send(this.#monitor, 'select pg_cancel_backend($1)', [victim.client.processID])
  }
}

function isDeadlocked(pid: number, blockers: ReadonlyMap<number, readonly number[]>): boolean {
  const seen = new Set<number>()
  const next = [...(blockers.get(pid) ?? [])]
  for (let one = next.pop(); one !== undefined; one = next.pop()) {
    if (one === pid) return true
    if (seen.has(one)) continue
    seen.add(one)
    next.push(...(blockers.get(one) ?? []))
  }
  return false
}
