// The troubleshooting page that `error_uri` leads to.
import type { ServerAppContext } from '../../platform/register-api-endpoint.ts'
import { findBuiltPageFonts } from './find-built-page-fonts.ts'
import { troubleshootingPagePath } from './oidc-error-troubleshooting-entries.ts'
import { renderTroubleshootingPage } from './render-troubleshooting-page.ts'

interface TroubleshootingPageContext extends Pick<ServerAppContext, 'http'> {
  /** Null if the server serves only the API. */
  webDistFolder: string | null
}

export function registerTroubleshootingPage({ http, webDistFolder }: TroubleshootingPageContext): void {
  const { html, contentSecurityPolicy } = renderTroubleshootingPage(findBuiltPageFonts(webDistFolder))
  http.get(troubleshootingPagePath, { schema: { hide: true } }, async (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .headers({ 'content-security-policy': contentSecurityPolicy, 'cache-control': 'public, max-age=300' })
      .send(html),
  )
}
