// What an operator is asked for first when something is wrong: the release, what it runs on, and the schema that it works with.
import { readServerBuildInfo } from '../read-server-build-info.ts'
import type { ServerBuildInfo } from '../read-server-build-info.ts'
import { databaseMigrationNames } from './run-migrations.ts'

/** @returns the release, the version of Node (`24.21.0`), and the last step of its migrations */
export const getBuildAndSchemaVersions = (): ServerBuildInfo & { node: string; schema: string } => ({
  ...readServerBuildInfo(),
  node: process.versions.node,
  schema: databaseMigrationNames.at(-1) ?? '',
})
