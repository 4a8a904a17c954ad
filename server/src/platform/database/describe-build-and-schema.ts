// What an operator is asked for first when something is wrong: the release, what it runs on, and the schema that it works with.
import { readBuildInfo } from '../build-info.ts'
import type { BuildInfo } from '../build-info.ts'
import { migrationNames } from './run-migrations.ts'

/** @returns the release, the version of Node (`24.21.0`), and the last step of its migrations */
export const describeBuildAndSchema = (): BuildInfo & { node: string; schema: string } => ({
  ...readBuildInfo(),
  node: process.versions.node,
  schema: migrationNames.at(-1) ?? '',
})
