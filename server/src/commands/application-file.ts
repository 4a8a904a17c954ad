// Reads the file of applications from the disk, and the secrets from where it says they are.
import { readFileSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { DefinitionFault } from '../protocol/applications/definition.ts'
import { readApplicationsFile } from '../protocol/applications/file.ts'
import type { FileEntry, SecretPlace } from '../protocol/applications/file.ts'
import { secretFault } from '../protocol/applications/secret.ts'
import { JsonFault, parseStrictJson } from '../platform/strict-json.ts'

const maxFileBytes = 4_194_304

/** An entry of the file, with the secret from the place that it names. */
export type ReadEntry = FileEntry & { secret: string | undefined }

export type ReadEntries = { outcome: 'read'; entries: ReadEntry[] } | { outcome: 'faulty'; faults: DefinitionFault[] }

/**
 * Reads and checks a file of applications.
 * @param environment where the secrets are that the file names as variables
 */
export function readEntries(path: string, environment: NodeJS.ProcessEnv): ReadEntries {
  const read = readContent(path)
  if (read.outcome === 'faulty') return read
  const faults: DefinitionFault[] = []
  const entries = read.entries.map((entry) => {
    const { secretPlace } = entry
    if (secretPlace === null) return { ...entry, secret: undefined }
    const where = 'file' in secretPlace ? `${entry.path}.secretFile` : `${entry.path}.secretEnvironment`
    const secret = readSecret(secretPlace, dirname(path), environment)
    if (secret === undefined)
      faults.push({
        path: where,
        message:
          'file' in secretPlace
            ? `the file ${secretPlace.file} cannot be read`
            : `the variable ${secretPlace.environment} is not set`,
      })
    const message = secret === undefined ? null : secretFault(secret)
    if (message !== null) faults.push({ path: where, message: `the secret there ${message}` })
    return { ...entry, secret }
  })
  return faults.length > 0 ? { outcome: 'faulty', faults } : { outcome: 'read', entries }
}

function readContent(path: string): ReturnType<typeof readApplicationsFile> {
  const faulty = (message: string) => ({ outcome: 'faulty' as const, faults: [{ path, message }] })
  try {
    if (statSync(path).size > maxFileBytes) return faulty(`must not be larger than ${maxFileBytes} bytes`)
    return readApplicationsFile(parseStrictJson(readFileSync(path, 'utf8')))
  } catch (error) {
    if (error instanceof JsonFault) return faulty(error.message.replace(/^The body/, 'The file'))
    return faulty('cannot be read')
  }
}

/** Files usually end in a line break, which is not part of the secret. Paths start from the folder of the file. */
function readSecret(place: SecretPlace, folder: string, environment: NodeJS.ProcessEnv): string | undefined {
  if ('environment' in place) return environment[place.environment]
  try {
    return readFileSync(resolve(folder, place.file), 'utf8').replace(/\r?\n$/, '')
  } catch {
    return undefined
  }
}
