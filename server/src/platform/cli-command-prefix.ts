// How commands are written in messages, so that people can paste them: `npx countersign …`, or
// `countersign …` where the program is installed on the PATH, as in the container image.
import { basename, delimiter, dirname } from 'node:path'

interface StartedProgram {
  /** The path in `process.argv[1]`. */
  path: string | undefined
  environment: Readonly<Record<string, string | undefined>>
}

const programName = 'countersign'

const readStartedProgram = (): StartedProgram => ({ path: process.argv[1], environment: process.env })

/**
 * npm and npx add `node_modules/.bin` to the PATH of the programs that they start, and name
 * themselves in `npm_command`.
 */
export function findCliCommandPrefix({ path = '', environment }: StartedProgram = readStartedProgram()): string {
  const isOnPath = (environment['PATH'] ?? '').split(delimiter).includes(dirname(path))
  const isInstalled = basename(path) === programName && isOnPath && !environment['npm_command']
  return isInstalled ? programName : `npx ${programName}`
}

/** Example: `formatCliCommand('group list')` is `npx countersign group list`. */
export const formatCliCommand = (words: string, started?: StartedProgram): string =>
  `${findCliCommandPrefix(started)} ${words}`

/** Writes the commands of a message as the program was started. Commands are quoted: `"countersign group list"`. */
export const nameCliCommands = (message: string, started?: StartedProgram): string =>
  message.replaceAll(/"countersign (?=[a-z-])/g, () => `"${findCliCommandPrefix(started)} `)
