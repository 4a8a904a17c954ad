// Logos are stored and served by this server, so that third parties cannot track sign-ins.
import { createHash } from 'node:crypto'
import type { ServerLimitValues } from '@countersign/api/server-limits'
import type {
  DatabaseQueryBuilder,
  DatabaseTransaction,
} from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { loadSharpImageLibrary } from '../../platform/load-sharp-image-library.ts'
import { OutboundHttpError } from '../../platform/outbound/outbound-http-error.ts'
import type { OutboundHttpClient } from '../../platform/outbound/outbound-http-client.ts'
import { applicationLogoMediaTypes, detectApplicationLogoFormat } from './detect-application-logo-format.ts'
import type { ApplicationLogoFormat, ApplicationLogoMediaType } from './detect-application-logo-format.ts'

export interface ApplicationLogoFile {
  mediaType: ApplicationLogoMediaType
  bytes: Buffer
}

/** `fault` is a sentence for the person who supplied the logo. */
export type ApplicationLogoResult = { logo: ApplicationLogoFile } | { fault: string }

type LogoLimits = Pick<ServerLimitValues, 'logoBytes'>

/** A small file can declare dimensions that exhaust the memory. */
const maxPixels = 2048

const decodeSeconds = 5

export async function validateApplicationLogo(
  bytes: Uint8Array,
  { logoBytes }: LogoLimits,
): Promise<ApplicationLogoResult> {
  if (bytes.length > logoBytes)
    return { fault: `The logo has ${bytes.length} bytes; the maximum is ${logoBytes} (COUNTERSIGN_LOGO_BYTES).` }
  const format = detectApplicationLogoFormat(bytes)
  if (format === undefined)
    return {
      fault: 'The logo is not a PNG, JPEG, WebP or GIF image. SVG is not allowed, because it can contain scripts.',
    }
  const { mediaType, width, height } = format
  if (width < 1 || height < 1 || width > maxPixels || height > maxPixels) {
    return { fault: `The logo has ${width} × ${height} pixels; 1 × 1 to ${maxPixels} × ${maxPixels} are allowed.` }
  }
  if (!(await canBeDecoded(bytes, format)))
    return { fault: 'The logo is not a valid image: its pixel data is missing, truncated or damaged.' }
  return { logo: { mediaType, bytes: Buffer.from(bytes) } }
}

/** A damaged image would look broken or show part of another image (THREATS P7). */
async function canBeDecoded(bytes: Uint8Array, { width, height }: ApplicationLogoFormat): Promise<boolean> {
  const sharp = await loadSharpImageLibrary()
  try {
    const { info } = await sharp(bytes, {
      limitInputPixels: maxPixels ** 2,
      failOn: 'error',
      sequentialRead: true,
      pages: 1,
    })
      .timeout({ seconds: decodeSeconds })
      .raw()
      .toBuffer({ resolveWithObject: true })
    return info.width === width && info.height === height
  } catch {
    return false
  }
}

/** Uses the outbound HTTP client (THREATS O9) and ignores the declared content type. */
export async function fetchApplicationLogo(
  outbound: OutboundHttpClient,
  url: string,
  limits: LogoLimits,
): Promise<ApplicationLogoResult> {
  try {
    const { status, body } = await outbound.fetch(url, {
      purpose: 'logo',
      headers: { accept: applicationLogoMediaTypes.join(', ') },
    })
    if (status !== 200)
      return {
        fault: `The logo cannot be fetched: the server responded with status ${status}. Redirects are not followed; use the final URL.`,
      }
    return await validateApplicationLogo(body, limits)
  } catch (error) {
    if (error instanceof OutboundHttpError) return { fault: `The logo cannot be fetched. ${error.message}` }
    throw error
  }
}

export const hashApplicationLogo = ({ mediaType, bytes }: ApplicationLogoFile): string =>
  createHash('sha256').update(`${mediaType}\n`).update(bytes).digest('base64url')

/** The caller must append the audit event. @returns whether the logo changed */
export async function storeApplicationLogo(
  transaction: DatabaseTransaction,
  applicationId: string,
  logo: ApplicationLogoFile,
): Promise<boolean> {
  const row = { media_type: logo.mediaType, content: logo.bytes.toString('base64'), hash: hashApplicationLogo(logo) }
  const changed = await transaction
    .insertInto('application_logos')
    .values({ application_id: applicationId, ...row })
    .onConflict((conflict) =>
      conflict.column('application_id').doUpdateSet(row).where('application_logos.hash', '!=', row.hash),
    )
    .returning('application_id')
    .executeTakeFirst()
  return changed !== undefined
}

/** The caller must append the audit event. @returns whether there was a logo */
export async function removeApplicationLogo(transaction: DatabaseTransaction, applicationId: string): Promise<boolean> {
  const removed = await transaction
    .deleteFrom('application_logos')
    .where('application_id', '=', applicationId)
    .returning('application_id')
    .executeTakeFirst()
  return removed !== undefined
}

export async function findApplicationLogo(
  queries: DatabaseQueryBuilder,
  applicationId: string,
): Promise<(ApplicationLogoFile & { hash: string }) | undefined> {
  const row = await queries
    .selectFrom('application_logos')
    .selectAll()
    .where('application_id', '=', applicationId)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const mediaType = applicationLogoMediaTypes.find((type) => type === row.media_type)
  return mediaType === undefined ? undefined : { mediaType, bytes: Buffer.from(row.content, 'base64'), hash: row.hash }
}
