// Reads the file of applications, and the secrets and logos from the places that it names.
import { limits } from '@countersign/api/limits'
import { readFileSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { createOutbound } from '../platform/outbound/outbound.ts'
import type { DefinitionFault } from '../store/definition-errors/definition-fault.ts'
import { readApplicationsFile } from '../store/applications/file.ts'
import type { FileEntry, SecretPlace } from '../store/applications/file.ts'
import { secretFault } from '../store/applications/secret.ts'
import { fetchLogo, readLogo } from '../store/applications/logo.ts'
import type { LogoReading } from '../store/applications/logo.ts'
import { readJsonFile } from './cli.ts'
import type { AdminClient } from './client.ts'

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
  const read = readJsonFile(path, maxFileBytes)
  return 'faults' in read ? { outcome: 'faulty', faults: read.faults } : readApplicationsFile(read.content)
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

/**
 * Reads a logo that an operator names.
 * @param place a file, or on the machine of the server an address; null or empty for no logo, undefined where nothing is said of it
 * @param folder where a path starts from
 * @returns its content in Base64
 */
export async function readLogoContent(
  { settings }: AdminClient,
  place: string | null | undefined,
  folder: string,
): Promise<{ logo: string | null | undefined; faults: DefinitionFault[] }> {
  if (place === undefined) return { logo: undefined, faults: [] }
  if (place === null || place === '') return { logo: null, faults: [] }
  const allowed = { logoBytes: settings?.limits.logoBytes ?? limits.logoBytes.max }
  const reading = !/^https?:/i.test(place)
    ? await readLogoFile(resolve(folder, place), allowed)
    : settings === null
      ? { fault: 'With --server the logo has to be a file of this machine.' }
      : await fetchLogo(createOutbound(settings), place, allowed)
  return 'fault' in reading
    ? { logo: undefined, faults: [{ path: 'logo', message: reading.fault }] }
    : { logo: reading.logo.bytes.toString('base64'), faults: [] }
}

async function readLogoFile(path: string, allowed: { logoBytes: number }): Promise<LogoReading> {
  try {
    // A file that is too large is not read into memory to learn that.
    if (statSync(path).size > allowed.logoBytes)
      return { fault: `The file ${path} is larger than ${allowed.logoBytes} bytes (COUNTERSIGN_LOGO_BYTES).` }
    return await readLogo(readFileSync(path), allowed)
  } catch {
    return { fault: `The file ${path} cannot be read.` }
  }
}
