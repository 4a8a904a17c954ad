// What an operator is asked for first when something is wrong: the release, what it runs on, and the schema that it works with.
import { readRelease } from '../release.ts'
import type { Release } from '../release.ts'
import { migrationNames } from './migrate.ts'

/** @returns the release, the version of Node (`24.21.0`), and the last step of its migrations */
export const describeRelease = (): Release & { node: string; schema: string } => ({
  ...readRelease(),
  node: process.versions.node,
  schema: migrationNames.at(-1) ?? '',
})
