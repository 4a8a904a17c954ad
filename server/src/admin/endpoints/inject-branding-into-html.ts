// Branding of the pages (theming, white-labelling): puts how the site presents itself into the documents that people open, as data beside the page,
// which no browser runs (HTML §4.12.1, "data block"), so that the first picture is the right one and no page asks for it. Whoever opens a
// page never waits for the database.
import { brandingJsonElementId } from '@countersign/api/site-branding-types'
import type { ServerAppContext } from '../../platform/register-api-endpoint.ts'
import { ApiError } from '../../platform/api-error.ts'
import { crossOriginImageHeaders } from '../../platform/security-headers.ts'
import { buildSiteBrandingForPages, findBrandingLogo, readBrandingFromDatabase } from './branding-settings-store.ts'
import type { BrandingWithLogo } from './branding-settings-store.ts'

/** What documents are sent with. */
export interface BrandingHtmlInjector {
  /** The document as it is sent. */
  inject: (document: string) => string
  /** Says what it is from now on, where it was changed here. */
  update: (branding: BrandingWithLogo) => void
}

/** How old what is known may be before it is read again: so late does an instance see what was changed by another. */
const brandingCacheMs = 2000

export async function createBrandingHtmlInjector({
  database,
  clock,
  http,
}: Pick<ServerAppContext, 'database' | 'clock' | 'http'>): Promise<BrandingHtmlInjector> {
  let head: { title: string | null; data: string } | null = null
  let readAt = clock()
  const note = (branding: BrandingWithLogo): void => {
    const site = buildSiteBrandingForPages(branding)
    head = site === null ? null : { title: site.name, data: formatDataBlock(site) }
  }
  const refresh = async (): Promise<void> => {
    readAt = clock()
    try {
      note(await readBrandingFromDatabase(database.queries))
    } catch (error) {
      // What was known stays, and the page comes: it is the page that says that the database cannot be reached.
      http.log.warn({ err: error }, 'how the site presents itself cannot be read')
    }
  }
  await refresh()
  return {
    update: (branding) => {
      readAt = clock()
      note(branding)
    },
    inject: (document) => {
      // The one who asks is not kept waiting; the next one has it.
      if (clock() - readAt >= brandingCacheMs || clock() < readAt) void refresh()
      if (head === null) return document
      const { title, data } = head
      const titled =
        title === null
          ? document
          : document.replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(title)}</title>`)
      return titled.replace('</head>', () => `${data}</head>`)
    },
  }
}

/** JSON that cannot end the element that it stands in, whatever its texts say (THREATS N4). */
const formatDataBlock = (site: object): string =>
  `<script type="application/json" id="${brandingJsonElementId}">${JSON.stringify(site).replace(/[<>&\u2028\u2029]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)}</script>`

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign)

/** Opened by itself, a logo loads nothing, runs nothing and belongs to no origin (THREATS N4, P7). */
const contentSecurityPolicy = "default-src 'none'; frame-ancestors 'none'; sandbox"

/** Serves the logo of the site, to everybody. */
export function registerBrandingLogoRoute({ http, database }: Pick<ServerAppContext, 'http' | 'database'>): void {
  http.get('/mark', { schema: { hide: true } }, async (_request, reply) => {
    const mark = await findBrandingLogo(database.queries)
    if (mark === null) throw new ApiError('request.not_found')
    reply.headers({
      'cache-control': 'public, max-age=86400',
      'content-security-policy': contentSecurityPolicy,
      'x-content-type-options': 'nosniff',
      ...crossOriginImageHeaders,
    })
    return reply.type(mark.mediaType).send(mark.bytes)
  })
}
