// Pages get their metadata, and the branding as a data block (HTML §4.12.1), so they never wait for the
// database.
import { interfaceLanguages } from '@countersign/api/interface-languages'
import type { InterfaceLanguage } from '@countersign/api/interface-languages'
import { brandingJsonElementId } from '@countersign/api/site-branding-types'
import type { ServerAppContext } from '../../platform/register-api-endpoint.ts'
import { escapeHtml } from '../../oidc/plain-pages/render-plain-page.ts'
import { ApiError } from '../../platform/api-error.ts'
import { crossOriginImageHeaders } from '../../platform/security-headers.ts'
import { buildSiteBrandingForPages, findBrandingLogo, readBrandingFromDatabase } from './branding-settings-store.ts'
import type { BrandingWithLogo } from './branding-settings-store.ts'
import { createWebAppManifest, renderPageMetadata, webAppManifestPath } from './render-page-metadata.ts'

export interface BrandingHtmlInjector {
  inject: (document: string) => string
  update: (branding: BrandingWithLogo) => void
  createWebAppManifest: () => ReturnType<typeof createWebAppManifest>
}

/** In milliseconds. A change by another instance is visible after this delay. */
const brandingCacheMs = 2000

export async function createBrandingHtmlInjector({
  database,
  clock,
  http,
  settings: { origin },
}: Pick<ServerAppContext, 'database' | 'clock' | 'http' | 'settings'>): Promise<BrandingHtmlInjector> {
  let siteName: string | null = null
  let head = renderPageMetadata({ origin, siteName, language: interfaceLanguages[0] as InterfaceLanguage })
  let readAt = clock()
  const note = (branding: BrandingWithLogo): void => {
    const site = buildSiteBrandingForPages(branding)
    const language = (site?.languages ?? interfaceLanguages)[0] as InterfaceLanguage
    siteName = site?.name ?? null
    head = `${renderPageMetadata({ origin, siteName, language })}${site === null ? '' : formatDataBlock(site)}`
  }
  const refresh = async (): Promise<void> => {
    readAt = clock()
    try {
      note(await readBrandingFromDatabase(database.queries))
    } catch (error) {
      http.log.warn({ err: error }, 'could not read the branding; pages keep the last known branding')
    }
  }
  await refresh()
  return {
    update: (branding) => {
      readAt = clock()
      note(branding)
    },
    inject: (document) => {
      if (clock() - readAt >= brandingCacheMs || clock() < readAt) void refresh()
      const title = siteName
      const titled =
        title === null
          ? document
          : document.replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(title)}</title>`)
      return titled.replace('</head>', () => `${head}</head>`)
    },
    createWebAppManifest: () => createWebAppManifest(siteName),
  }
}

/** Escapes JSON so that no text can end the script element (THREATS N4). */
const formatDataBlock = (site: object): string =>
  `<script type="application/json" id="${brandingJsonElementId}">${JSON.stringify(site).replace(/[<>&\u2028\u2029]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)}</script>`

/** A logo that is opened directly must not load or run anything (THREATS N4, P7). */
const contentSecurityPolicy = "default-src 'none'; frame-ancestors 'none'; sandbox"

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

export function registerWebAppManifestRoute(
  { http }: Pick<ServerAppContext, 'http'>,
  pageBranding: BrandingHtmlInjector,
): void {
  http.get(webAppManifestPath, { schema: { hide: true } }, async (_request, reply) =>
    reply
      .header('cache-control', 'no-cache')
      .type('application/manifest+json; charset=utf-8')
      .send(JSON.stringify(pageBranding.createWebAppManifest())),
  )
}
