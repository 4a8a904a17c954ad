import { readServerBuildInfo } from '../read-server-build-info.ts'
import type { ServerBuildInfo } from '../read-server-build-info.ts'
import { databaseMigrationNames } from './run-migrations.ts'

export const getBuildAndSchemaVersions = (): ServerBuildInfo & { node: string; schema: string } => ({
  ...readServerBuildInfo(),
  node: process.versions.node,
  schema: databaseMigrationNames.at(-1) ?? '',
})
