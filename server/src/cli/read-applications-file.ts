// Reads the applications file, with the secrets and logos it refers to.
import { serverLimitDefinitions } from '@countersign/api/server-limits'
import { readFileSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { createOutboundHttpClient } from '../platform/outbound/outbound-http-client.ts'
import type { ProductDefinition } from '../store/products/product-definition.ts'
import type { ApplicationDefinitionFieldError } from '../store/definition-errors/create-application-definition-error.ts'
import { parseApplicationsFile } from '../store/applications/parse-applications-file.ts'
import type { ApplicationsFileEntry, ClientSecretSource } from '../store/applications/parse-applications-file.ts'
import { validateClientSecret } from '../store/applications/validate-and-verify-client-secret.ts'
import { fetchApplicationLogo, validateApplicationLogo } from '../store/applications/application-logo.ts'
import type { ApplicationLogoResult } from '../store/applications/application-logo.ts'
import { loadJsonFile } from './cli-command-actions.ts'
import type { AdminApiClient } from './cli-admin-api-client.ts'

const maxFileBytes = 4_194_304

export type LoadedApplicationsFileEntry = ApplicationsFileEntry & { secret: string | undefined }

export type ApplicationsFileLoadResult =
  | { outcome: 'read'; entries: LoadedApplicationsFileEntry[]; products: ProductDefinition[] }
  | { outcome: 'invalid'; errors: ApplicationDefinitionFieldError[] }

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
            : `the environment variable ${secretLocation.environment} is not set`,
      })
    const message = secret === undefined ? null : validateClientSecret(secret)
    if (message !== null) errors.push({ path: where, message: `the secret in it ${message}` })
    return { ...entry, secret }
  })
  return errors.length > 0 ? { outcome: 'invalid', errors } : { outcome: 'read', entries, products: read.products }
}

function loadFileContent(path: string): ReturnType<typeof parseApplicationsFile> {
  const read = loadJsonFile(path, maxFileBytes)
  return 'errors' in read ? { outcome: 'invalid', errors: read.errors } : parseApplicationsFile(read.content)
}

/** Paths are relative to the applications file. A final line break is not part of the secret. */
function readSecret(place: ClientSecretSource, folder: string, environment: NodeJS.ProcessEnv): string | undefined {
  if ('environment' in place) return environment[place.environment]
  try {
    return readFileSync(resolve(folder, place.file), 'utf8').replace(/\r?\n$/, '')
  } catch {
    return undefined
  }
}

/** `place` is a path or, without --server, possibly a URL; null or empty means no logo. */
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
      ? { fault: 'With --server, the logo must be a local file.' }
      : await fetchApplicationLogo(createOutboundHttpClient(settings), place, allowed)
  return 'fault' in reading
    ? { logo: undefined, errors: [{ path: 'logo', message: reading.fault }] }
    : { logo: reading.logo.bytes.toString('base64'), errors: [] }
}

async function loadLogoFile(path: string, allowed: { logoBytes: number }): Promise<ApplicationLogoResult> {
  try {
    // The size is checked before the file is read into memory.
    if (statSync(path).size > allowed.logoBytes)
      return { fault: `The file ${path} is larger than ${allowed.logoBytes} bytes (COUNTERSIGN_LOGO_BYTES).` }
    return await validateApplicationLogo(readFileSync(path), allowed)
  } catch {
    return { fault: `The file ${path} cannot be read.` }
  }
}
