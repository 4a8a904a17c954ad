import { validateEmailAliasSetting } from '../../store/applications/validate-email-alias-setting.ts'
import { verifySectorIdentifier } from '../../store/applications/verify-sector-identifier.ts'
import { validateAgainstClientMetadataDocument } from '../../store/applications/change-application-definition.ts'
import {
  createApplicationDefinitionFieldError,
  createApplicationDefinitionErrorDetail,
} from '../../store/definition-errors/create-application-definition-error.ts'
import type {
  CodedApplicationDefinitionFieldError,
  ApplicationDefinitionFieldError,
} from '../../store/definition-errors/create-application-definition-error.ts'
import type { ApplicationDefinition } from '../../store/applications/application-definition-types.ts'
import { validateApplicationGroupReferences } from '../../store/applications/validate-application-group-references.ts'
import { findUnknownResourceScopes } from '../../store/resources/upsert-referenced-resource-servers.ts'
import { validateApplicationLogo } from '../../store/applications/application-logo.ts'
import type { ApplicationLogoFile } from '../../store/applications/application-logo.ts'
import { validateAndFillApplicationDefinition } from '../../store/applications/validate-and-fill-application-definition.ts'
import { preserveStoredApplicationFields } from '../../store/applications/preserve-stored-application-fields.ts'
import { validateFirstPartyRedirects } from '../../store/applications/first-party-consent.ts'
import { validateOperatorOnlyFields, validateProductReference } from '../../store/applications/product-membership.ts'
import { validateSiteHostsAvailable } from '../../store/applications/protected-site-host-store.ts'
import { validateSectorIdentifierHost } from '../../store/applications/pairwise-sector-identifier.ts'
import { findApplicationById } from '../../store/applications/application-store.ts'
import { validateSubjectTypeChange } from '../../store/applications/validate-subject-type-change.ts'
import type { ApplicationRecord } from '../../store/applications/application-store.ts'
import { ApiError } from '../../platform/api-error.ts'
import type { AdminCaller, AdminEndpointContext } from '../authorization/register-admin-endpoint.ts'

/** Makes no requests to other servers. */
export async function checkApplicationDefinition(
  { database, settings }: AdminEndpointContext,
  before: ApplicationRecord | null,
  given: unknown,
  isStrangersMeant: boolean,
): Promise<{ errors: CodedApplicationDefinitionFieldError[]; definition: ApplicationDefinition | null }> {
  const completed = validateAndFillApplicationDefinition(given)
  if (completed.outcome === 'invalid') return { errors: completed.errors, definition: null }
  const definition = preserveStoredApplicationFields(
    before?.definition,
    completed.definition,
    Object.keys(given as object),
  )
  const errors = [
    ...(before === null && (await findApplicationById(database.queries, definition.id)) !== undefined
      ? [createApplicationDefinitionFieldError('id', createApplicationDefinitionErrorDetail('id_taken'))]
      : []),
    ...(before !== null && before.id !== definition.id
      ? [
          createApplicationDefinitionFieldError(
            'id',
            createApplicationDefinitionErrorDetail('id_fixed', { id: before.id }),
          ),
        ]
      : []),
    ...(before === null
      ? []
      : [
          ...validateSectorIdentifierHost(before.sector, definition),
          ...validateOperatorOnlyFields(before, definition),
          ...validateAgainstClientMetadataDocument(before, definition),
        ]),
    ...(await validateSubjectTypeChange(database.queries, before, definition, isStrangersMeant)),
    ...validateEmailAliasSetting(settings, before?.definition, definition),
    ...validateFirstPartyRedirects(settings, definition),
    ...(await validateProductReference(database.queries, definition)),
    ...(await validateApplicationGroupReferences(database.queries, definition)),
    ...(await validateSiteHostsAvailable(database.queries, definition)),
    ...(await findUnknownResourceScopes(database.queries, definition)),
  ]
  return { errors, definition }
}

export async function requireValidApplicationDefinition(
  app: AdminEndpointContext,
  admin: AdminCaller,
  before: ApplicationRecord | null,
  given: unknown,
  isStrangersMeant = false,
): Promise<ApplicationDefinition> {
  const { errors, definition } = await checkApplicationDefinition(app, before, given, isStrangersMeant)
  if (before === null && errors.length === 1 && errors[0]?.path === 'id' && definition !== null)
    throw new ApiError('application.already_exists')
  if (errors.length > 0 || definition === null) throw createApplicationDefinitionApiError(errors)
  const unread = await verifySectorIdentifier(app, before, definition)
  if (unread.length > 0) throw createApplicationDefinitionApiError(unread, admin)
  return definition
}

export async function requireValidApplicationLogo(
  { settings }: AdminEndpointContext,
  content: string | null | undefined,
): Promise<ApplicationLogoFile | null | undefined> {
  if (content === undefined || content === null) return content
  const reading = await validateApplicationLogo(Buffer.from(content, 'base64'), settings.limits)
  if ('fault' in reading) throw createApplicationDefinitionApiError([{ path: 'logo', message: reading.fault }])
  return reading.logo
}

/** @param admin set if another server caused the errors, which only the operator may see */
export const createApplicationDefinitionApiError = (
  errors: readonly ApplicationDefinitionFieldError[],
  admin?: AdminCaller,
): ApiError =>
  new ApiError('application.invalid', {
    place: {
      field: `definition.${errors[0]?.path ?? ''}`,
      ...((admin === undefined || admin.actor.kind === 'operator') && {
        errors: errors.map(({ path, message }) => ({ path, message })),
      }),
    },
    privateDetail: errors.map(({ path, message }) => `${path}: ${message}`).join('; '),
  })
