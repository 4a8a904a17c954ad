// Common interface of simulated databases (e2e/src/simulation) with scheduling and fault injection.
import type { Database } from '../platform/database/database-types.ts'

export interface ScheduledDatabaseOperation {
  /** `lock` follows a statement that had to wait for a lock. */
  kind: 'begin' | 'statement' | 'commit' | 'rollback' | 'lock'
  text: string
  isOutsideTransaction: boolean
}

/** `refused` breaks the connection before the operation, `doubtful` after it. */
export type InjectedDatabaseFault = 'refused' | 'doubtful'

export interface DatabaseOperationScheduler {
  /** Null for operations outside the simulation, which run at once. */
  owner: () => object | null
  /** @returns the fault to inject; null for none */
  waitForTurn: (step: ScheduledDatabaseOperation) => Promise<InjectedDatabaseFault | null>
  record: (text: string) => void
}

export interface FaultInjectingDatabase {
  connect: () => Database
  dropConnections: (isDead: (owner: object | null) => boolean) => Promise<void>
  /** Bypasses the server and the scheduler. */
  query: (text: string) => Promise<Record<string, unknown>[]>
  /** Whether work is in progress that will finish; waiting for a lock does not count. */
  isBusy: () => Promise<boolean>
  close: () => Promise<void>
}

/** Matches the error of `pg`, so that it is treated as an unavailable database. */
export const createFakeDatabaseConnectionError = (): Error =>
  Object.assign(new Error('Connection terminated unexpectedly (simulated)'), { code: 'ECONNRESET' })
