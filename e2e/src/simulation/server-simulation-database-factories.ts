// SQLite in memory or a real PostgreSQL. Each run gets a copy of a prepared database.
import type { TestPostgresServer } from '@countersign/testing/test-postgres-server'
import type { RandomBytes as Bytes } from '../../../server/src/platform/clock.ts'
import { openDatabase } from '../../../server/src/platform/database/open-sqlite-or-postgres-database.ts'
import type {
  DatabaseOperationScheduler,
  FaultInjectingDatabase,
} from '../../../server/src/testing/fault-injecting-database.ts'
import { disableAutovacuum, openFaultInjectingPostgres } from '../../../server/src/testing/fault-injecting-postgres.ts'
import {
  openInMemoryTestDatabase,
  openFaultInjectingSqlite,
} from '../../../server/src/testing/fault-injecting-sqlite.ts'
import type { InMemorySqliteSnapshot } from '../../../server/src/testing/fault-injecting-sqlite.ts'
import { createSeededTestRandom } from '../history-checker/seeded-test-random.ts'
import type { SeededRandom } from '../history-checker/seeded-test-random.ts'
import { prepareInitialSimulationDatabase } from './prepare-initial-simulation-database.ts'

export interface ServerSimulationDatabaseFactory {
  kind: 'sqlite' | 'postgres'
  /** Prepares the template outside the simulation, unless that is already done. */
  prepare: () => Promise<void>
  open: (gate: DatabaseOperationScheduler) => Promise<FaultInjectingDatabase>
}

export const createSeededRandomBytesSource =
  (random: SeededRandom): Bytes =>
  (size) =>
    Uint8Array.from({ length: size }, () => random.below(256))

const createTemplateBytes = (): Bytes => createSeededRandomBytesSource(createSeededTestRandom('first state'))

export function createInMemorySimulationDatabaseFactory(): ServerSimulationDatabaseFactory {
  let snapshot: InMemorySqliteSnapshot | null = null
  return {
    kind: 'sqlite',
    prepare: async () => {
      if (snapshot !== null) return
      const { database, save } = openInMemoryTestDatabase()
      await prepareInitialSimulationDatabase(database, createTemplateBytes())
      snapshot = save()
      await database.close()
    },
    open: async (gate) => openFaultInjectingSqlite(snapshot as InMemorySqliteSnapshot, gate),
  }
}

const template = 'simulation_template'
const name = 'simulation'

export function createPostgresSimulationDatabaseFactory({
  getDatabaseUrl,
  createDatabase,
}: TestPostgresServer): ServerSimulationDatabaseFactory {
  let isPrepared = false
  return {
    kind: 'postgres',
    prepare: async () => {
      if (isPrepared) return
      await disableAutovacuum(getDatabaseUrl('postgres'))
      const database = openDatabase(await createDatabase(template))
      await prepareInitialSimulationDatabase(database, createTemplateBytes())
      await database.close()
      isPrepared = true
    },
    open: (gate) =>
      openFaultInjectingPostgres(
        { admin: getDatabaseUrl('postgres'), address: getDatabaseUrl(name), name, template },
        gate,
      ),
  }
}
