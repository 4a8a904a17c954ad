// The databases that a simulation can take place over: an SQLite in memory, or a real PostgreSQL whose statements are sent one by one. Each run has a
// copy of one that was prepared once.
import type { PostgresServer } from '@countersign/testing/postgres'
import type { Random as Bytes } from '../../../server/src/platform/clock.ts'
import { openDatabase } from '../../../server/src/platform/database/open-database.ts'
import type { DatabaseGate, SimulatedDatabase } from '../../../server/src/testing/simulated-database.ts'
import { calmCluster, openSimulatedPostgres } from '../../../server/src/testing/simulated-postgres.ts'
import { openMemory, openSimulatedSqlite } from '../../../server/src/testing/simulated-sqlite.ts'
import type { Snapshot } from '../../../server/src/testing/simulated-sqlite.ts'
import { createRandom } from '../history/randomness.ts'
import type { Random } from '../history/randomness.ts'
import { prepareDatabase } from './first-state.ts'

/** Makes a database for each run. */
export interface Databases {
  kind: 'sqlite' | 'postgres'
  /** Makes what all are copies of, where that is not done yet. It is made without a simulation. */
  prepare: () => Promise<void>
  open: (gate: DatabaseGate) => Promise<SimulatedDatabase>
}

/** Random bytes as the server takes them. */
export const bytesFrom =
  (random: Random): Bytes =>
  (size) =>
    Uint8Array.from({ length: size }, () => random.below(256))

const firstBytes = (): Bytes => bytesFrom(createRandom('first state'))

/** SQLite in memory. */
export function inMemory(): Databases {
  let snapshot: Snapshot | null = null
  return {
    kind: 'sqlite',
    prepare: async () => {
      if (snapshot !== null) return
      const { database, save } = openMemory()
      await prepareDatabase(database, firstBytes())
      snapshot = save()
      await database.close()
    },
    open: async (gate) => openSimulatedSqlite(snapshot as Snapshot, gate),
  }
}

const template = 'simulation_template'
const name = 'simulation'

/** A PostgreSQL that runs. */
export function onPostgres({ addressOf, createDatabase }: PostgresServer): Databases {
  let isPrepared = false
  return {
    kind: 'postgres',
    prepare: async () => {
      if (isPrepared) return
      await calmCluster(addressOf('postgres'))
      const database = openDatabase(await createDatabase(template))
      await prepareDatabase(database, firstBytes())
      await database.close()
      isPrepared = true
    },
    open: (gate) =>
      openSimulatedPostgres({ admin: addressOf('postgres'), address: addressOf(name), name, template }, gate),
  }
}
