// Metadata in the head of every page: description, link preview (Open Graph) and icons.
import type { InterfaceLanguage } from '@countersign/api/interface-languages'
import { escapeHtml } from '../../oidc/plain-pages/render-plain-page.ts'

const productName = 'Countersign'

export const webAppManifestPath = '/manifest.webmanifest'

const pageDescriptions: Readonly<Record<InterfaceLanguage, string>> = {
  en: 'Sign in with your wallet or a passkey. You sign one readable message; it is free and moves no funds.',
  de: 'Melden Sie sich mit Ihrer Wallet oder einem Passkey an. Sie signieren eine lesbare Nachricht; das ist kostenlos und bewegt kein Guthaben.',
}

const previewImageTexts: Readonly<Record<InterfaceLanguage, string>> = {
  en: 'A green seal with a check mark on paper with fine security lines',
  de: 'Ein grünes Siegel mit einem Häkchen auf Papier mit feinen Sicherheitslinien',
}

/** Open Graph requires a territory. */
const previewLocales: Readonly<Record<InterfaceLanguage, string>> = { en: 'en_US', de: 'de_DE' }

interface PageMetadataSource {
  origin: string
  /** Null if the site has no custom name. */
  siteName: string | null
  language: InterfaceLanguage
}

/**
 * The result is the same for all pages. Link previews are stored by third parties, so it must not
 * depend on the request: `/sign-in` and `/consent` know the name of an application.
 */
export function renderPageMetadata({ origin, siteName, language }: PageMetadataSource): string {
  const description = pageDescriptions[language]
  const properties = {
    'og:type': 'website',
    'og:url': `${origin}/`,
    'og:site_name': siteName ?? productName,
    'og:title': siteName ?? productName,
    'og:description': description,
    'og:image': `${origin}${siteName === null ? '/social-card.png' : '/social-card-without-name.png'}`,
    'og:image:width': '1200',
    'og:image:height': '630',
    'og:image:alt': previewImageTexts[language],
    'og:locale': previewLocales[language],
  }
  return [
    `<meta name="description" content="${escapeHtml(description)}">`,
    ...Object.entries(properties).map(
      ([property, content]) => `<meta property="${property}" content="${escapeHtml(content)}">`,
    ),
    '<meta name="twitter:card" content="summary_large_image">',
    '<link rel="apple-touch-icon" href="/apple-touch-icon.png">',
    `<link rel="manifest" href="${webAppManifestPath}">`,
  ].join('')
}

/**
 * Web application manifest. `minimal-ui` keeps the address visible, because people must be able to
 * see where they sign in.
 */
export const createWebAppManifest = (siteName: string | null) => ({
  name: siteName ?? productName,
  short_name: siteName ?? productName,
  id: '/',
  start_url: '/',
  scope: '/',
  display: 'minimal-ui',
  background_color: '#f5f1e7',
  theme_color: '#f5f1e7',
  icons: [
    { src: '/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
    { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
    { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
})
