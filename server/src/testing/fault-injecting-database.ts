// What a database of the simulation (e2e/src/simulation) is, whichever it is: each step of it waits for its turn, and can fail (fault injection).
import type { Database } from '../platform/database/database-types.ts'

/** Something that is about to be done. */
export interface ScheduledDatabaseOperation {
  /** A lock is what a statement has waited for once it has its answer. */
  kind: 'begin' | 'statement' | 'commit' | 'rollback' | 'lock'
  text: string
  /** Whether it stands by itself, and not in a transaction. */
  isOutsideTransaction: boolean
}

/** What goes wrong: the connection breaks before a step is carried out, or after, before the answer is there. */
export type InjectedDatabaseFault = 'refused' | 'doubtful'

/** Says what happens to each step. */
export interface DatabaseOperationScheduler {
  /** Whose step it is; null for what is not simulated, which is carried out at once. */
  owner: () => object | null
  /** Waits until it is its turn. @returns what goes wrong; null where nothing does */
  waitForTurn: (step: ScheduledDatabaseOperation) => Promise<InjectedDatabaseFault | null>
  /** Is told what came of it. */
  record: (text: string) => void
}

/** A database that is simulated. */
export interface FaultInjectingDatabase {
  /** As an instance opens it. */
  connect: () => Database
  /** Breaks every connection of whoever died: what they have not committed is undone. */
  dropConnections: (isDead: (owner: object | null) => boolean) => Promise<void>
  /** Asks past the server. @returns the rows */
  query: (text: string) => Promise<Record<string, unknown>[]>
  /** Whether it is at work on something that will end by itself; what waits for a lock does not. */
  isBusy: () => Promise<boolean>
  close: () => Promise<void>
}

/** As `pg` says it, so that it is known as a database that is away. */
export const createFakeDatabaseConnectionError = (): Error =>
  Object.assign(new Error('Connection terminated unexpectedly (simulated)'), { code: 'ECONNRESET' })
