// The logos of applications: pictures that a stranger may have made, shown to everybody who signs in. Read strictly,
// kept here, and never loaded by a browser from elsewhere, which would tell of every sign-in.
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

/** A logo, or what is wrong with it and what is allowed, as a sentence for whoever chose it. */
export type ApplicationLogoResult = { logo: ApplicationLogoFile } | { fault: string }

type LogoLimits = Pick<ServerLimitValues, 'logoBytes'>

/** A few bytes can claim to be a picture that fills the memory of who shows it. */
const maxPixels = 2048

const decodeSeconds = 5

/** Reads a picture that somebody gave as a logo: one that says what it is, and then has all of its pixels. */
export async function validateApplicationLogo(
  bytes: Uint8Array,
  { logoBytes }: LogoLimits,
): Promise<ApplicationLogoResult> {
  if (bytes.length > logoBytes)
    return { fault: `The logo is ${bytes.length} bytes large; allowed are ${logoBytes} (COUNTERSIGN_LOGO_BYTES).` }
  const format = detectApplicationLogoFormat(bytes)
  if (format === undefined)
    return {
      fault: 'The logo is not a picture in PNG, JPEG, WebP or GIF; SVG is not allowed, because it can carry scripts.',
    }
  const { mediaType, width, height } = format
  if (width < 1 || height < 1 || width > maxPixels || height > maxPixels) {
    return { fault: `The logo measures ${width} × ${height} pixels; allowed are 1 × 1 to ${maxPixels} × ${maxPixels}.` }
  }
  if (!(await canBeDecoded(bytes, format)))
    return { fault: 'The logo begins as a picture and is none: its pixels are missing, cut off or damaged.' }
  return { logo: { mediaType, bytes: Buffer.from(bytes) } }
}

/** Whether a picture is one beyond its head: all pixels of its first frame are there, as many as it says. What a browser shows of a torn one is a broken
 * sign beside the name of an application, or what is left of another picture (THREATS P7). */
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

/** Fetches a picture from an address, by the guarded way out (THREATS O9). What the other server calls it does not count. */
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
        fault: `The logo cannot be fetched: the server answered ${status}. Redirects are not followed; give the final address.`,
      }
    return await validateApplicationLogo(body, limits)
  } catch (error) {
    if (error instanceof OutboundHttpError) return { fault: `The logo cannot be fetched. ${error.message}` }
    throw error
  }
}

/** The hash by which a logo is told from the one before it. */
export const hashApplicationLogo = ({ mediaType, bytes }: ApplicationLogoFile): string =>
  createHash('sha256').update(`${mediaType}\n`).update(bytes).digest('base64url')

/**
 * Gives an application a logo, in place of the one it may have.
 * @returns whether that changed anything; the caller tells the activity log
 */
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

/** @returns whether there was one; the caller tells the activity log */
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
