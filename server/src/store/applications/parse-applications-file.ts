// The file in which operators keep their applications: a list of definitions, each with only what is particular to it.
// No secret stands in it in clear; it can name where one is.
import { validateClientId } from './validate-application-definition-fields.ts'
import type { ApplicationDefinition } from './application-definition-types.ts'
import type { ApplicationDefinitionFieldError } from '../definition-errors/create-application-definition-error.ts'
import { validateAndFillApplicationDefinition } from './validate-and-fill-application-definition.ts'

/** Where the secret of an application is. */
export type ClientSecretSource = { file: string } | { environment: string }

/** One application of the file. */
export interface ApplicationsFileEntry {
  /** Where it stands: `applications[2]`. */
  path: string
  definition: ApplicationDefinition
  secretLocation: ClientSecretSource | null
  /** The definition as the file has it; of the members that it leaves out, an existing application keeps some (preserve-stored-application-fields.ts). */
  input: Record<string, unknown>
  /** A file or https address; null for none, undefined where the file says nothing of it. */
  logo: string | null | undefined
}

/** A file that was read, or everything that is wrong with it. */
export type ApplicationsFileParseResult =
  | { outcome: 'read'; entries: ApplicationsFileEntry[] }
  | { outcome: 'invalid'; errors: ApplicationDefinitionFieldError[] }

const maxApplications = 1000
const maxPlaceLength = 4096

/**
 * Reads the contents of the file.
 * @param content as parsed from JSON; nothing about it is assumed
 */
export function parseApplicationsFile(content: unknown): ApplicationsFileParseResult {
  const { applications, ...rest } = (typeof content === 'object' && content !== null ? content : {}) as Record<
    string,
    unknown
  >
  if (!Array.isArray(applications))
    return {
      outcome: 'invalid',
      errors: [{ path: '', message: 'The file must hold one JSON object with the list "applications".' }],
    }
  const errors = Object.keys(rest).map((name) => ({
    path: name,
    message: 'is not known; the file has "applications" alone',
  }))
  if (applications.length > maxApplications)
    errors.push({ path: 'applications', message: `must not have more than ${maxApplications} entries` })
  if (errors.length > 0) return { outcome: 'invalid', errors }
  const entries: ApplicationsFileEntry[] = []
  for (const [index, application] of applications.entries()) {
    const path = `applications[${index}]`
    const entry = parseApplicationEntry(application, path)
    if (Array.isArray(entry)) errors.push(...entry)
    else entries.push(entry)
  }
  errors.push(...findDuplicateClientIds(applications))
  return errors.length > 0 ? { outcome: 'invalid', errors } : { outcome: 'read', entries }
}

function parseApplicationEntry(
  application: unknown,
  path: string,
): ApplicationsFileEntry | ApplicationDefinitionFieldError[] {
  const under = (errors: readonly ApplicationDefinitionFieldError[]): ApplicationDefinitionFieldError[] =>
    errors.map((fault) => ({ ...fault, path: fault.path === '' ? path : `${path}.${fault.path}` }))
  if (typeof application !== 'object' || application === null || Array.isArray(application))
    return [{ path, message: 'must be an object' }]
  const { secretFile, secretEnvironment, logo, ...input } = application as Record<string, unknown>
  const completed = validateAndFillApplicationDefinition(input)
  const errors = [
    ...(completed.outcome === 'invalid' ? completed.errors : []),
    ...Object.entries({ secretFile, secretEnvironment, logo: logo ?? undefined }).flatMap(([name, value]) =>
      validateSecretLocation(name, value),
    ),
  ]
  if (secretFile !== undefined && secretEnvironment !== undefined)
    errors.push({ path: 'secretFile', message: 'must not be there together with secretEnvironment' })
  if (completed.outcome === 'invalid' || errors.length > 0) return under(errors)
  const { definition } = completed
  const secretLocation =
    typeof secretFile === 'string'
      ? { file: secretFile }
      : typeof secretEnvironment === 'string'
        ? { environment: secretEnvironment }
        : null
  if (secretLocation !== null && !definition.authentication.startsWith('client_secret')) {
    return under([
      {
        path: 'file' in secretLocation ? 'secretFile' : 'secretEnvironment',
        message: `must not be there: with authentication "${definition.authentication}" there is no secret`,
      },
    ])
  }
  return {
    path,
    definition,
    secretLocation,
    input,
    logo: logo as string | null | undefined,
  }
}

const validateSecretLocation = (path: string, value: unknown): ApplicationDefinitionFieldError[] =>
  value === undefined || (typeof value === 'string' && value.length > 0 && value.length <= maxPlaceLength)
    ? []
    : [{ path, message: `must be a text of 1 to ${maxPlaceLength} characters` }]

function findDuplicateClientIds(applications: readonly unknown[]): ApplicationDefinitionFieldError[] {
  const ids = applications.map((application) => (application as { id?: unknown } | null)?.id)
  return ids.flatMap((id, index) => {
    const isSecond = typeof id === 'string' && validateClientId(id) === null && ids.indexOf(id) < index
    return isSecond
      ? [
          {
            path: `applications[${index}].id`,
            message: `"${id}" is there already, as applications[${ids.indexOf(id)}]`,
          },
        ]
      : []
  })
}
