// The file in which operators keep their applications: a list of definitions, each with only what is particular to it.
// No secret stands in it in clear; it can name where one is.
import { idFault } from './check-fields.ts'
import type { ApplicationDefinition } from './definition.ts'
import type { DefinitionFault } from '../definition-errors/definition-fault.ts'
import { completeDefinition } from './presets.ts'

/** Where the secret of an application is. */
export type SecretPlace = { file: string } | { environment: string }

/** One application of the file. */
export interface FileEntry {
  /** Where it stands: `applications[2]`. */
  path: string
  definition: ApplicationDefinition
  secretPlace: SecretPlace | null
  /** The definition as the file has it; of the members that it leaves out, an existing application keeps some (keep-stored.ts). */
  input: Record<string, unknown>
  /** A file or https address; null for none, undefined where the file says nothing of it. */
  logo: string | null | undefined
}

/** A file that was read, or everything that is wrong with it. */
export type ReadFile = { outcome: 'read'; entries: FileEntry[] } | { outcome: 'faulty'; faults: DefinitionFault[] }

const maxApplications = 1000
const maxPlaceLength = 4096

/**
 * Reads the contents of the file.
 * @param content as parsed from JSON; nothing about it is assumed
 */
export function readApplicationsFile(content: unknown): ReadFile {
  const { applications, ...rest } = (typeof content === 'object' && content !== null ? content : {}) as Record<
    string,
    unknown
  >
  if (!Array.isArray(applications))
    return {
      outcome: 'faulty',
      faults: [{ path: '', message: 'The file must hold one JSON object with the list "applications".' }],
    }
  const faults = Object.keys(rest).map((name) => ({
    path: name,
    message: 'is not known; the file has "applications" alone',
  }))
  if (applications.length > maxApplications)
    faults.push({ path: 'applications', message: `must not have more than ${maxApplications} entries` })
  if (faults.length > 0) return { outcome: 'faulty', faults }
  const entries: FileEntry[] = []
  for (const [index, application] of applications.entries()) {
    const path = `applications[${index}]`
    const entry = readEntry(application, path)
    if (Array.isArray(entry)) faults.push(...entry)
    else entries.push(entry)
  }
  faults.push(...findTwice(applications))
  return faults.length > 0 ? { outcome: 'faulty', faults } : { outcome: 'read', entries }
}

function readEntry(application: unknown, path: string): FileEntry | DefinitionFault[] {
  const under = (faults: readonly DefinitionFault[]): DefinitionFault[] =>
    faults.map((fault) => ({ ...fault, path: fault.path === '' ? path : `${path}.${fault.path}` }))
  if (typeof application !== 'object' || application === null || Array.isArray(application))
    return [{ path, message: 'must be an object' }]
  const { secretFile, secretEnvironment, logo, ...input } = application as Record<string, unknown>
  const completed = completeDefinition(input)
  const faults = [
    ...(completed.outcome === 'faulty' ? completed.faults : []),
    ...Object.entries({ secretFile, secretEnvironment, logo: logo ?? undefined }).flatMap(([name, value]) =>
      placeFaults(name, value),
    ),
  ]
  if (secretFile !== undefined && secretEnvironment !== undefined)
    faults.push({ path: 'secretFile', message: 'must not be there together with secretEnvironment' })
  if (completed.outcome === 'faulty' || faults.length > 0) return under(faults)
  const { definition } = completed
  const secretPlace =
    typeof secretFile === 'string'
      ? { file: secretFile }
      : typeof secretEnvironment === 'string'
        ? { environment: secretEnvironment }
        : null
  if (secretPlace !== null && !definition.authentication.startsWith('client_secret')) {
    return under([
      {
        path: 'file' in secretPlace ? 'secretFile' : 'secretEnvironment',
        message: `must not be there: with authentication "${definition.authentication}" there is no secret`,
      },
    ])
  }
  return {
    path,
    definition,
    secretPlace,
    input,
    logo: logo as string | null | undefined,
  }
}

const placeFaults = (path: string, value: unknown): DefinitionFault[] =>
  value === undefined || (typeof value === 'string' && value.length > 0 && value.length <= maxPlaceLength)
    ? []
    : [{ path, message: `must be a text of 1 to ${maxPlaceLength} characters` }]

function findTwice(applications: readonly unknown[]): DefinitionFault[] {
  const ids = applications.map((application) => (application as { id?: unknown } | null)?.id)
  return ids.flatMap((id, index) => {
    const isSecond = typeof id === 'string' && idFault(id) === null && ids.indexOf(id) < index
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
