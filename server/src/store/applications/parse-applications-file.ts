import { validateClientId } from './validate-application-definition-fields.ts'
import type { ApplicationDefinition } from './application-definition-types.ts'
import { validateProductDefinition } from '../products/product-definition.ts'
import type { ProductDefinition } from '../products/product-definition.ts'
import type { ApplicationDefinitionFieldError } from '../definition-errors/create-application-definition-error.ts'
import { validateAndFillApplicationDefinition } from './validate-and-fill-application-definition.ts'

export type ClientSecretSource = { file: string } | { environment: string }

export interface ApplicationsFileEntry {
  path: string
  definition: ApplicationDefinition
  secretLocation: ClientSecretSource | null
  /** The entry as written, because omitted members can keep stored values. */
  input: Record<string, unknown>
  /** A file or https URL; null for none, undefined if omitted. */
  logo: string | null | undefined
}

export type ApplicationsFileParseResult =
  | { outcome: 'read'; entries: ApplicationsFileEntry[]; products: ProductDefinition[] }
  | { outcome: 'invalid'; errors: ApplicationDefinitionFieldError[] }

const maxApplications = 1000
const maxPlaceLength = 4096

export function parseApplicationsFile(content: unknown): ApplicationsFileParseResult {
  const {
    applications,
    products: listed = [],
    ...rest
  } = (typeof content === 'object' && content !== null ? content : {}) as Record<string, unknown>
  if (!Array.isArray(applications))
    return {
      outcome: 'invalid',
      errors: [{ path: '', message: 'The file must contain a JSON object with the list "applications".' }],
    }
  const errors = Object.keys(rest).map((name) => ({
    path: name,
    message: 'is unknown; the file may contain only "products" and "applications"',
  }))
  if (applications.length > maxApplications)
    errors.push({ path: 'applications', message: `must not have more than ${maxApplications} entries` })
  if (!Array.isArray(listed)) errors.push({ path: 'products', message: 'must be a list' })
  if (errors.length > 0) return { outcome: 'invalid', errors }
  const products: ProductDefinition[] = []
  for (const [index, product] of (listed as unknown[]).entries()) {
    const checked = validateProductDefinition(product)
    if (checked.outcome === 'complete') products.push(checked.definition)
    else errors.push(...checked.errors.map((fault) => ({ ...fault, path: `products[${index}].${fault.path}` })))
  }
  const entries: ApplicationsFileEntry[] = []
  for (const [index, application] of applications.entries()) {
    const path = `applications[${index}]`
    const entry = parseApplicationEntry(application, path)
    if (Array.isArray(entry)) errors.push(...entry)
    else entries.push(entry)
  }
  errors.push(...findDuplicateClientIds(applications))
  return errors.length > 0 ? { outcome: 'invalid', errors } : { outcome: 'read', entries, products }
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
    errors.push({ path: 'secretFile', message: 'must not be combined with secretEnvironment' })
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
        message: `must be omitted: authentication "${definition.authentication}" uses no secret`,
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
    : [{ path, message: `must be a string of 1 to ${maxPlaceLength} characters` }]

function findDuplicateClientIds(applications: readonly unknown[]): ApplicationDefinitionFieldError[] {
  const ids = applications.map((application) => (application as { id?: unknown } | null)?.id)
  return ids.flatMap((id, index) => {
    const isSecond = typeof id === 'string' && validateClientId(id) === null && ids.indexOf(id) < index
    return isSecond
      ? [
          {
            path: `applications[${index}].id`,
            message: `"${id}" is already used by applications[${ids.indexOf(id)}]`,
          },
        ]
      : []
  })
}
