import {
  computeMinAccentContrast,
  deriveAccentColors,
  isHexColor,
  minTextContrast,
} from '@countersign/api/accent-colors'
import type { AdminApiEndpointOutput, AdminApiEndpointInput } from '@countersign/api/admin-api-endpoints'
import type { SiteBranding } from '@countersign/api/site-branding-types'
import { interfaceLanguages } from '@countersign/api/interface-languages'
import { createAuditEventActorFields } from '../../audit-log/audit-actor.ts'
import type { AuditActor } from '../../audit-log/audit-actor.ts'
import { appendAuditEvents } from '../../audit-log/append-audit-events.ts'
import { validateOptionalDisplayLabel } from '../../store/people/validate-display-label.ts'
import { pictureMediaType } from '../../store/pictures/picture-reencoder.ts'
import type { RandomBytes } from '../../platform/clock.ts'
import type {
  DatabaseQueryBuilder,
  DatabaseTransaction,
} from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { prepareSqlQuery } from '../../platform/database/prepare-and-pipeline-sql-queries.ts'
import { ApiError } from '../../platform/api-error.ts'

export type BrandingSettingsInput = AdminApiEndpointInput<'changeBranding'>['body']
export type BrandingWithLogo = AdminApiEndpointOutput<'changeBranding'>

interface BrandingContext {
  queries: DatabaseQueryBuilder
  random: RandomBytes
}

const defaultBranding: BrandingSettingsInput = {
  name: null,
  colors: { light: null, dark: null },
  languages: [...interfaceLanguages],
  termsUrl: null,
  privacyUrl: null,
  helpUrl: null,
}

const selectBranding = prepareSqlQuery((queries) =>
  queries.selectFrom('branding').select(['settings', 'logo_media_type', 'changed_at']).where('id', '=', 1),
)

export async function readBrandingFromDatabase(queries: DatabaseQueryBuilder): Promise<BrandingWithLogo> {
  const [row] = await selectBranding(queries)
  if (row === undefined) return { ...defaultBranding, logo: null }
  const chosen = JSON.parse(row.settings) as Partial<BrandingSettingsInput>
  // Each logo has a new URL, so that browsers do not show an old one.
  return {
    ...defaultBranding,
    ...chosen,
    logo: row.logo_media_type === null ? null : `/mark?v=${row.changed_at.toString(36)}`,
  }
}

export function buildSiteBrandingForPages({
  colors,
  languages: chosen,
  ...rest
}: BrandingWithLogo): SiteBranding | null {
  const offered = interfaceLanguages.filter((language) => chosen.includes(language))
  const nothing =
    Object.values({ ...rest, ...colors }).every((value) => value === null) &&
    offered.length === interfaceLanguages.length
  if (nothing) return null
  const accentOf = (mode: 'light' | 'dark') => (colors[mode] === null ? null : deriveAccentColors(mode, colors[mode]))
  return { ...rest, accents: { light: accentOf('light'), dark: accentOf('dark') }, languages: offered }
}

export async function changeBranding(
  { queries, random }: BrandingContext,
  given: BrandingSettingsInput,
  { actor, now }: { actor: AuditActor; now: number },
): Promise<BrandingWithLogo> {
  const choices = validateBranding(given)
  return queries.transaction().execute(async (transaction) => {
    const before = await lockBranding(transaction)
    const changed = (Object.keys(choices) as (keyof BrandingSettingsInput)[]).filter(
      (member) => JSON.stringify(choices[member]) !== JSON.stringify(before[member]),
    )
    if (changed.length > 0) {
      await transaction
        .updateTable('branding')
        .set({ settings: JSON.stringify(choices) })
        .where('id', '=', 1)
        .execute()
      await logChange(transaction, random, { changed: changed.join(','), actor, now })
    }
    return readBrandingFromDatabase(transaction)
  })
}

export async function changeBrandingLogo(
  { queries, random }: BrandingContext,
  logo: Buffer | null,
  { actor, now }: { actor: AuditActor; now: number },
): Promise<BrandingWithLogo> {
  return queries.transaction().execute(async (transaction) => {
    const before = await lockBranding(transaction)
    if (logo !== null || before.logo !== null) {
      const kept = {
        logo: logo?.toString('base64') ?? null,
        logo_media_type: logo === null ? null : pictureMediaType,
        changed_at: now,
      }
      await transaction.updateTable('branding').set(kept).where('id', '=', 1).execute()
      await logChange(transaction, random, { changed: 'logo', actor, now })
    }
    return readBrandingFromDatabase(transaction)
  })
}

export async function findBrandingLogo(
  queries: DatabaseQueryBuilder,
): Promise<{ mediaType: string; bytes: Buffer } | null> {
  const row = await queries
    .selectFrom('branding')
    .select(['logo', 'logo_media_type'])
    .where('id', '=', 1)
    .executeTakeFirstOrThrow()
  return row.logo === null || row.logo_media_type === null
    ? null
    : { mediaType: row.logo_media_type, bytes: Buffer.from(row.logo, 'base64') }
}

/** The lock ensures that each audit event describes only its own change. */
async function lockBranding(transaction: DatabaseTransaction): Promise<BrandingWithLogo> {
  await transaction
    .updateTable('branding')
    .set((expression) => ({ changed_at: expression.ref('changed_at') }))
    .where('id', '=', 1)
    .execute()
  return readBrandingFromDatabase(transaction)
}

const logChange = (
  transaction: DatabaseTransaction,
  random: RandomBytes,
  { changed, actor, now }: { changed: string; actor: AuditActor; now: number },
): Promise<void> =>
  appendAuditEvents(transaction, random, now, [
    {
      type: 'branding.changed',
      outcome: 'success',
      details: { changed },
      evidence: {
        personId: actor.kind === 'operator' ? null : actor.personId,
        content: createAuditEventActorFields(actor),
      },
    },
  ])

function validateBranding({
  name,
  colors,
  languages: chosen,
  termsUrl,
  privacyUrl,
  helpUrl,
}: BrandingSettingsInput): BrandingSettingsInput {
  return {
    name: validateSiteName(name),
    colors: { light: validateAccentColor('light', colors.light), dark: validateAccentColor('dark', colors.dark) },
    languages: validateLanguages(chosen),
    termsUrl: validateLink('termsUrl', termsUrl),
    privacyUrl: validateLink('privacyUrl', privacyUrl),
    helpUrl: validateLink('helpUrl', helpUrl),
  }
}

const brandingError = (field: string, privateDetail: string): ApiError =>
  new ApiError('branding.invalid', { place: { field: `/${field}` }, privateDetail })

const maxNameLength = 40

function validateSiteName(name: string | null): string | null {
  try {
    const checked = validateOptionalDisplayLabel(name)
    if (checked !== null && [...checked].length > maxNameLength)
      throw brandingError('name', `longer than ${maxNameLength}`)
    return checked
  } catch (error) {
    throw error instanceof ApiError ? brandingError('name', 'a name that cannot be displayed') : error
  }
}

/** Requires a legible contrast (WCAG 2.2 §1.4.3). */
function validateAccentColor(mode: 'light' | 'dark', colour: string | null): string | null {
  if (colour === null) return null
  const lower = colour.toLowerCase()
  if (!isHexColor(lower)) throw brandingError(`colors/${mode}`, 'not a hex color')
  const ratio = computeMinAccentContrast(mode, lower)
  if (ratio < minTextContrast) throw brandingError(`colors/${mode}`, `contrast ${ratio.toFixed(2)} is too low`)
  return lower
}

function validateLanguages(chosen: readonly string[]): string[] {
  const offered = interfaceLanguages.filter((language) => chosen.includes(language))
  if (offered.length === 0 || offered.length !== chosen.length)
    throw brandingError('languages', 'the list is empty, or has a duplicate or unsupported language')
  return offered
}

const maxLinkLength = 500

/** The sign-in page shows the link, so only https is allowed (THREATS N4). */
function validateLink(field: string, url: string | null): string | null {
  if (url === null) return null
  if (url.length > maxLinkLength || !URL.canParse(url)) throw brandingError(field, 'not a valid URL')
  const { protocol, username, password, href } = new URL(url)
  if (protocol !== 'https:' || username !== '' || password !== '')
    throw brandingError(field, 'must be an https URL without credentials')
  return href
}
