// A single-page application that uses the browser bundle of oidc-client-ts.
import { readFileSync } from 'node:fs'
import type { ApplicationTestSite } from './application-test-site.ts'

const bundle = readFileSync(new URL('../browser/oidc-client-ts.min.js', import.meta.resolve('oidc-client-ts')))

export function serveSinglePageTestSite(
  site: ApplicationTestSite,
  issuer: string,
  clientId: string,
  scope = 'openid wallet offline_access',
): void {
  const settings = {
    authority: issuer,
    client_id: clientId,
    redirect_uri: `${site.origin}/callback`,
    silent_redirect_uri: `${site.origin}/silent`,
    scope,
    loadUserInfo: true,
    automaticSilentRenew: true,
  }
  const page = `<!doctype html><title>Page</title><link rel="icon" href="data:,">
    <h1>Nobody</h1><button>Sign in</button>
    <script src="/library.js"></script>
    <script>
      const manager = new oidc.UserManager(${JSON.stringify(settings)})
      const show = (user) => { if (user) document.querySelector('h1').textContent = user.profile.wallet }
      document.querySelector('button').onclick = () => manager.signinRedirect()
      if (location.pathname === '/silent') manager.signinSilentCallback()
      else if (location.pathname === '/callback') manager.signinCallback().then(show)
      else manager.getUser().then(show)
    </script>`
  site.serve((request, response) => {
    if (request.url === '/library.js') response.writeHead(200, { 'content-type': 'text/javascript' }).end(bundle)
    else response.writeHead(200, { 'content-type': 'text/html' }).end(page)
  })
}
