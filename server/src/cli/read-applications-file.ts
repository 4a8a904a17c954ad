// Reads the file of applications, and the secrets and logos from the places that it names.
import { serverLimitDefinitions } from '@countersign/api/server-limits'
import { readFileSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { createOutboundHttpClient } from '../platform/outbound/outbound-http-client.ts'
import type { ApplicationDefinitionFieldError } from '../store/definition-errors/create-application-definition-error.ts'
import { parseApplicationsFile } from '../store/applications/parse-applications-file.ts'
import type { ApplicationsFileEntry, ClientSecretSource } from '../store/applications/parse-applications-file.ts'
import { validateClientSecret } from '../store/applications/validate-and-verify-client-secret.ts'
import { fetchApplicationLogo, validateApplicationLogo } from '../store/applications/application-logo.ts'
import type { ApplicationLogoResult } from '../store/applications/application-logo.ts'
import { loadJsonFile } from './cli-command-actions.ts'
import type { AdminApiClient } from './cli-admin-api-client.ts'

const maxFileBytes = 4_194_304

/** An entry of the file, with the secret from the place that it names. */
export type LoadedApplicationsFileEntry = ApplicationsFileEntry & { secret: string | undefined }

export type ApplicationsFileLoadResult =
  | { outcome: 'read'; entries: LoadedApplicationsFileEntry[] }
  | { outcome: 'invalid'; errors: ApplicationDefinitionFieldError[] }

/**
 * Reads and checks a file of applications.
 * @param environment where the secrets are that the file names as variables
 */
export function readApplicationsFile(path: string, environment: NodeJS.ProcessEnv): ApplicationsFileLoadResult {
  const read = loadFileContent(path)
  if (read.outcome === 'invalid') return read
  const errors: ApplicationDefinitionFieldError[] = []
  const entries = read.entries.map((entry) => {
    const { secretLocation } = entry
    if (secretLocation === null) return { ...entry, secret: undefined }
    const where = 'file' in secretLocation ? `${entry.path}.secretFile` : `${entry.path}.secretEnvironment`
    const secret = readSecret(secretLocation, dirname(path), environment)
    if (secret === undefined)
      errors.push({
        path: where,
        message:
          'file' in secretLocation
            ? `the file ${secretLocation.file} cannot be read`
            : `the variable ${secretLocation.environment} is not set`,
      })
    const message = secret === undefined ? null : validateClientSecret(secret)
    if (message !== null) errors.push({ path: where, message: `the secret there ${message}` })
    return { ...entry, secret }
  })
  return errors.length > 0 ? { outcome: 'invalid', errors } : { outcome: 'read', entries }
}

function loadFileContent(path: string): ReturnType<typeof parseApplicationsFile> {
  const read = loadJsonFile(path, maxFileBytes)
  return 'errors' in read ? { outcome: 'invalid', errors: read.errors } : parseApplicationsFile(read.content)
}

/** Files usually end in a line break, which is not part of the secret. Paths start from the folder of the file. */
function readSecret(place: ClientSecretSource, folder: string, environment: NodeJS.ProcessEnv): string | undefined {
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
export async function loadApplicationLogo(
  { settings }: AdminApiClient,
  place: string | null | undefined,
  folder: string,
): Promise<{ logo: string | null | undefined; errors: ApplicationDefinitionFieldError[] }> {
  if (place === undefined) return { logo: undefined, errors: [] }
  if (place === null || place === '') return { logo: null, errors: [] }
  const allowed = { logoBytes: settings?.limits.logoBytes ?? serverLimitDefinitions.logoBytes.max }
  const reading = !/^https?:/i.test(place)
    ? await loadLogoFile(resolve(folder, place), allowed)
    : settings === null
      ? { fault: 'With --server the logo has to be a file of this machine.' }
      : await fetchApplicationLogo(createOutboundHttpClient(settings), place, allowed)
  return 'fault' in reading
    ? { logo: undefined, errors: [{ path: 'logo', message: reading.fault }] }
    : { logo: reading.logo.bytes.toString('base64'), errors: [] }
}

async function loadLogoFile(path: string, allowed: { logoBytes: number }): Promise<ApplicationLogoResult> {
  try {
    // A file that is too large is not read into memory to learn that.
    if (statSync(path).size > allowed.logoBytes)
      return { fault: `The file ${path} is larger than ${allowed.logoBytes} bytes (COUNTERSIGN_LOGO_BYTES).` }
    return await validateApplicationLogo(readFileSync(path), allowed)
  } catch {
    return { fault: `The file ${path} cannot be read.` }
  }
}
