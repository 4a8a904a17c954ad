import type { AdminApiEndpointInput } from '@countersign/api/admin-api-endpoints'
import { validateEmailAliasSetting } from '../../store/applications/validate-email-alias-setting.ts'
import { verifySectorIdentifier } from '../../store/applications/verify-sector-identifier.ts'
import type { ApplicationDefinitionFieldError } from '../../store/definition-errors/create-application-definition-error.ts'
import { validateApplicationGroupReferences } from '../../store/applications/validate-application-group-references.ts'
import { findUnknownResourceScopes } from '../../store/resources/upsert-referenced-resource-servers.ts'
import { validateApplicationLogo } from '../../store/applications/application-logo.ts'
import {
  validateSubjectTypeChanges,
  planApplicationsFileChanges,
} from '../../store/applications/plan-applications-file-changes.ts'
import type {
  ApplicationsFilePlanOptions,
  ApplicationsFilePlanStep,
  DesiredApplication,
} from '../../store/applications/plan-applications-file-changes.ts'
import { validateClientSecret } from '../../store/applications/validate-and-verify-client-secret.ts'
import { countPeopleGrantingScope } from '../../store/grants/count-people-granting-scope.ts'
import type { DatabaseQueryBuilder } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import type { ApplyApplicationsFileChangesResult } from '../../store/applications/apply-applications-file-changes.ts'
import { validateAndFillApplicationDefinition } from '../../store/applications/validate-and-fill-application-definition.ts'
import { preserveStoredApplicationFields } from '../../store/applications/preserve-stored-application-fields.ts'
import { validateFirstPartyRedirects } from '../../store/applications/first-party-consent.ts'
import { validateProductReference } from '../../store/applications/product-membership.ts'
import { validateSiteHostsAvailable } from '../../store/applications/protected-site-host-store.ts'
import { listAllApplications } from '../../store/applications/application-store.ts'
import type { ProductDefinition } from '../../store/products/product-definition.ts'
import { validateListedProducts } from '../products/apply-listed-products.ts'
import type { AdminCaller, AdminEndpointContext } from '../authorization/register-admin-endpoint.ts'
import { createApplicationDefinitionApiError } from './validate-submitted-application.ts'

type ApplyInput = AdminApiEndpointInput<'applyApplications'>['body']

/** Makes requests to other servers, so it must run before the transaction. */
export async function requireValidApplicationsFile(
  app: AdminEndpointContext,
  admin: AdminCaller,
  { applications, products: listed }: Required<Pick<ApplyInput, 'applications' | 'products'>>,
): Promise<{ wanted: DesiredApplication[]; products: ProductDefinition[] }> {
  const { queries } = app.database
  const applicationIds = applications.map(({ definition }) => String(definition['id']))
  const { products, errors } = await validateListedProducts(queries, listed, applicationIds)
  const records = new Map((await listAllApplications(queries)).map((record) => [record.id, record]))
  const wanted: DesiredApplication[] = []
  const unread: ApplicationDefinitionFieldError[] = []
  for (const [index, { definition: given, secret, logo: content }] of applications.entries()) {
    const path = `applications[${index}]`
    const under = (found: readonly ApplicationDefinitionFieldError[]): ApplicationDefinitionFieldError[] =>
      found.map((fault) => ({ ...fault, path: `${path}.${fault.path}` }))
    const completed = validateAndFillApplicationDefinition(given)
    if (completed.outcome === 'invalid') {
      errors.push(...under(completed.errors))
      continue
    }
    const record = records.get(completed.definition.id) ?? null
    const definition = preserveStoredApplicationFields(record?.definition, completed.definition, Object.keys(given))
    const reading =
      typeof content === 'string'
        ? await validateApplicationLogo(Buffer.from(content, 'base64'), app.settings.limits)
        : null
    const secretMessage = secret === undefined ? null : validateClientSecret(secret)
    unread.push(...under(await verifySectorIdentifier(app, record, definition)))
    errors.push(
      ...under([
        ...validateEmailAliasSetting(app.settings, record?.definition, definition),
        ...validateFirstPartyRedirects(app.settings, definition),
        ...(await validateProductReference(queries, definition, products)),
        ...(await validateApplicationGroupReferences(queries, definition)),
        ...(await validateSiteHostsAvailable(queries, definition)),
        ...(await findUnknownResourceScopes(queries, definition)),
        ...(reading !== null && 'fault' in reading ? [{ path: 'logo', message: reading.fault }] : []),
        ...(secretMessage === null ? [] : [{ path: 'secret', message: secretMessage }]),
      ]),
    )
    const logo = reading === null ? (content as null | undefined) : 'logo' in reading ? reading.logo : undefined
    wanted.push({ path, definition, secret, logo })
  }
  const ids = wanted.map(({ definition }) => definition.id)
  for (const { path, definition } of wanted.filter(({ definition: { id } }, index) => ids.indexOf(id) < index))
    errors.push({ path: `${path}.id`, message: `"${definition.id}" is already listed` })
  if (errors.length > 0)
    throw createApplicationDefinitionApiError([...errors, ...(admin.actor.kind === 'operator' ? unread : [])])
  if (unread.length > 0) throw createApplicationDefinitionApiError(unread, admin)
  return { wanted, products }
}

export async function previewApplicationChanges(
  queries: DatabaseQueryBuilder,
  wanted: readonly DesiredApplication[],
  options: ApplicationsFilePlanOptions,
): Promise<ApplyApplicationsFileChangesResult> {
  const { steps, errors } = planApplicationsFileChanges(await listAllApplications(queries), wanted, options)
  errors.push(...(await validateSubjectTypeChanges(queries, steps, options)))
  return errors.length > 0 ? { outcome: 'invalid', errors } : { outcome: 'applied', steps, secrets: [] }
}

/** Returns null if the claim does not change. */
export async function findPreferredUsernameChange(
  queries: DatabaseQueryBuilder,
  { record, wanted }: Extract<ApplicationsFilePlanStep, { action: 'change' }>,
): Promise<{ preferredUsername: string; people: number } | null> {
  const { preferredUsername } = wanted.definition
  if (record.definition.preferredUsername === preferredUsername) return null
  return { preferredUsername, people: await countPeopleGrantingScope(queries, record.id, 'profile') }
}
