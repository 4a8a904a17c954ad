// The troubleshooting page that `error_uri` leads to.
import type { ServerAppContext } from '../../platform/register-api-endpoint.ts'
import { troubleshootingPagePath } from './oidc-error-troubleshooting-entries.ts'
import { renderTroubleshootingPage } from './render-troubleshooting-page.ts'

export function registerTroubleshootingPage({ http }: Pick<ServerAppContext, 'http'>): void {
  const { html, contentSecurityPolicy } = renderTroubleshootingPage()
  http.get(troubleshootingPagePath, { schema: { hide: true } }, async (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .headers({ 'content-security-policy': contentSecurityPolicy, 'cache-control': 'public, max-age=300' })
      .send(html),
  )
}
