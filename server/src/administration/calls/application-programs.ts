// Programs that people often connect, with what each needs to be: written from the same sources as their pages in docs/guides. An
// application is taken for one of them by the address that the program is sent back to, so that nothing more has to be stored.
import type { AdminAnswer } from '@countersign/api/admin-calls'
import type { ApplicationDefinition } from '../../protocol/applications/definition.ts'
import { isLocalOrigin } from '../../platform/settings.ts'

type Program = AdminAnswer<'readPresets'>['programs'][number]
type Setting = AdminAnswer<'readApplication'>['paste'][number]

/** What stands in a definition for what is asked. */
const address = '{address}'

/** The application in examples/, and where it runs unless it is told otherwise. */
const exampleId = 'countersign-example'
const exampleAddress = 'http://localhost:3001'

interface KnownProgram extends Program {
  /** How its redirect address ends; null where it has none of its own. */
  callback: string | null
  /** The settings of its own side, by their names there. */
  settings: (about: {
    origin: string
    definition: ApplicationDefinition
    base: string
    secret: string | null
  }) => readonly (readonly [name: string, value: string, about: string])[]
}

const askAddress = (example: string): Program['asks'] => [
  { name: 'address', about: 'The address at which people open it, without a slash at the end.', example },
]
const scopes = ['openid', 'profile', 'wallet']
const secretOf = (name: string, secret: string | null): [string, string, string][] =>
  secret === null ? [] : [[name, secret, 'Shown only now.']]

const known: readonly KnownProgram[] = [
  {
    id: 'grafana',
    name: 'Grafana',
    about: 'Dashboards. Its settings stand in grafana.ini, under [auth.generic_oauth].',
    kind: 'web',
    callback: '/login/generic_oauth',
    asks: askAddress('https://grafana.example'),
    definition: {
      id: 'grafana',
      name: 'Grafana',
      kind: 'web',
      redirectUris: [`${address}/login/generic_oauth`],
      postLogoutUris: [`${address}/login`],
      scopes,
      claimsIn: 'id-token',
    },
    settings: ({ origin, definition, base, secret }) => [
      ['enabled', 'true', ''],
      ['client_id', definition.id, ''],
      ...secretOf('client_secret', secret),
      ['auth_style', 'InHeader', ''],
      ['scopes', definition.scopes.join(' '), ''],
      ['auth_url', `${origin}/authorize`, ''],
      ['token_url', `${origin}/token`, ''],
      ['api_url', `${origin}/userinfo`, ''],
      ['use_pkce', 'true', 'It is off by default, and needed here.'],
      ['login_attribute_path', 'wallet || sub', ''],
      ['name_attribute_path', 'name || preferred_username || sub', ''],
      [
        'email_attribute_path',
        'sub',
        'Grafana refuses people without an e-mail address, and takes any unique text for one.',
      ],
      [
        'signout_redirect_url',
        `${origin}/end-session?client_id=${definition.id}&post_logout_redirect_uri=${base}/login`,
        '',
      ],
    ],
  },
  {
    id: 'nextcloud',
    name: 'Nextcloud',
    about:
      'Files and calendars, with the app user_oidc. Its settings are options of "occ user_oidc:provider countersign".',
    kind: 'web',
    callback: '/apps/user_oidc/code',
    asks: askAddress('https://cloud.example'),
    definition: {
      id: 'nextcloud',
      name: 'Nextcloud',
      kind: 'web',
      redirectUris: [`${address}/apps/user_oidc/code`, `${address}/index.php/apps/user_oidc/code`],
      postLogoutUris: [`${address}/`],
      backchannelLogoutUri: `${address}/index.php/apps/user_oidc/backchannel-logout/countersign`,
      scopes,
      authentication: 'client_secret_post',
      claimsIn: 'id-token',
    },
    settings: ({ origin, definition, secret }) => [
      ['--clientid', definition.id, ''],
      ...secretOf('--clientsecret', secret),
      ['--discoveryuri', `${origin}/.well-known/openid-configuration`, ''],
      ['--scope', definition.scopes.join(' '), ''],
      ['--mapping-uid', 'sub', ''],
      ['--mapping-display-name', 'preferred_username', ''],
      ['--unique-uid', '0', 'The name of a person in Nextcloud. It cannot be changed after the first sign-in.'],
      ['--send-id-token-hint', '1', ''],
    ],
  },
  {
    id: 'gitlab',
    name: 'GitLab',
    about:
      "Source code, on a server of one's own. Its settings stand in gitlab.rb, in the args of the provider openid_connect.",
    kind: 'web',
    callback: '/users/auth/openid_connect/callback',
    asks: askAddress('https://gitlab.example'),
    definition: {
      id: 'gitlab',
      name: 'GitLab',
      kind: 'web',
      redirectUris: [`${address}/users/auth/openid_connect/callback`],
      scopes,
    },
    settings: ({ origin, definition, base, secret }) => [
      ['scope', `[${definition.scopes.map((scope) => `'${scope}'`).join(', ')}]`, ''],
      ['response_type', 'code', ''],
      ['issuer', origin, ''],
      ['discovery', 'true', ''],
      ['client_auth_method', 'basic', ''],
      ['uid_field', 'sub', ''],
      [
        'gitlab_username_claim',
        'preferred_username',
        'People have to share their wallet: GitLab makes their name from it.',
      ],
      ['send_scope_to_token_endpoint', 'false', ''],
      ['pkce', 'true', 'It is off by default, and needed here.'],
      ['client_options.identifier', definition.id, ''],
      ...secretOf('client_options.secret', secret),
      ['client_options.redirect_uri', `${base}/users/auth/openid_connect/callback`, ''],
    ],
  },
  {
    id: 'discourse',
    name: 'Discourse',
    about: 'A forum. These are its site settings; it asks people for their e-mail address itself.',
    kind: 'web',
    callback: '/auth/oidc/callback',
    asks: askAddress('https://forum.example'),
    definition: {
      id: 'discourse',
      name: 'Discourse',
      kind: 'web',
      redirectUris: [`${address}/auth/oidc/callback`],
      postLogoutUris: [`${address}/`],
      scopes,
    },
    settings: ({ origin, definition, base, secret }) => [
      ['openid_connect_enabled', 'on', ''],
      ['openid_connect_discovery_document', `${origin}/.well-known/openid-configuration`, ''],
      ['openid_connect_client_id', definition.id, ''],
      ...secretOf('openid_connect_client_secret', secret),
      ['openid_connect_authorize_scope', definition.scopes.join(' '), ''],
      ['openid_connect_use_pkce', 'on', 'It is off by default, and needed here.'],
      ['openid_connect_match_by_email', 'off', ''],
      ['openid_connect_overrides_email', 'off', ''],
      ['openid_connect_rp_initiated_logout', 'on', ''],
      ['openid_connect_rp_initiated_logout_redirect', `${base}/`, ''],
    ],
  },
  {
    id: 'oauth2-proxy',
    name: 'oauth2-proxy',
    about: 'Stands before whatever has no sign-in of its own, as with nginx. Its settings are options of its command.',
    kind: 'web',
    callback: '/oauth2/callback',
    asks: askAddress('https://wiki.example'),
    definition: {
      id: 'oauth2-proxy',
      name: 'oauth2-proxy',
      kind: 'web',
      redirectUris: [`${address}/oauth2/callback`],
      scopes,
      claimsIn: 'id-token',
    },
    settings: ({ origin, definition, base, secret }) => [
      ['--provider', 'oidc', ''],
      ['--oidc-issuer-url', origin, ''],
      ['--client-id', definition.id, ''],
      ...secretOf('--client-secret', secret),
      ['--redirect-url', `${base}/oauth2/callback`, ''],
      ['--scope', definition.scopes.join(' '), ''],
      ['--code-challenge-method', 'S256', 'PKCE is off by default, and needed here.'],
      ['--oidc-email-claim', 'sub', 'It refuses people without an e-mail address, and takes any unique text for one.'],
      ['--email-domain', '*', ''],
      ['--insecure-oidc-skip-nonce', 'false', ''],
    ],
  },
  {
    id: 'apache',
    name: 'Apache',
    about: 'A web server, with mod_auth_openidc. These are lines of its configuration.',
    kind: 'web',
    callback: '/inside/callback',
    asks: askAddress('https://wiki.example'),
    definition: {
      id: 'apache',
      name: 'Apache',
      kind: 'web',
      redirectUris: [`${address}/inside/callback`],
      backchannelLogoutUri: `${address}/inside/callback?logout=backchannel`,
      scopes,
    },
    settings: ({ origin, definition, base, secret }) => [
      ['OIDCProviderMetadataURL', `${origin}/.well-known/openid-configuration`, ''],
      ['OIDCClientID', definition.id, ''],
      ...secretOf('OIDCClientSecret', secret),
      ['OIDCRedirectURI', `${base}/inside/callback`, 'Under a path that is protected; nothing real is there.'],
      ['OIDCScope', `"${definition.scopes.join(' ')}"`, ''],
      ['OIDCPKCEMethod', 'S256', 'Without this line the module uses no PKCE, which is needed here.'],
      ['OIDCRemoteUserClaim', 'sub', ''],
    ],
  },
  {
    id: 'kubernetes',
    name: 'Kubernetes',
    about:
      'For kubectl with kubelogin, by a code that is confirmed on another device. These are flags of the API server.',
    kind: 'device',
    callback: null,
    asks: [],
    definition: {
      id: 'kubernetes',
      name: 'Kubernetes',
      kind: 'device',
      scopes: ['openid', 'wallet', 'offline_access'],
      claimsIn: 'id-token',
    },
    settings: ({ origin, definition }) => [
      ['--oidc-issuer-url', origin, ''],
      ['--oidc-client-id', definition.id, ''],
      ['--oidc-username-claim', 'sub', ''],
      ['--oidc-username-prefix', 'countersign:', ''],
      ['--oidc-signing-algs', 'ES256', 'By default it accepts RS256 alone.'],
    ],
  },
  {
    id: exampleId,
    name: 'Example application (for trying it out)',
    about:
      'Comes with Countersign and runs beside it on this machine: a sign-in to look at, where there is no application at hand yet.',
    kind: 'web',
    callback: null,
    asks: [],
    definition: {
      id: exampleId,
      name: 'Example application',
      kind: 'web',
      uri: `${exampleAddress}/`,
      redirectUris: [`${exampleAddress}/callback`],
      postLogoutUris: [`${exampleAddress}/`],
      backchannelLogoutUri: `${exampleAddress}/backchannel-logout`,
      scopes: ['openid', 'profile', 'wallet', 'proof', 'offline_access'],
    },
    settings: ({ origin, definition, secret }) => {
      const address = new URL(definition.redirectUris[0] ?? exampleAddress).origin
      const environment = {
        ISSUER: origin,
        ORIGIN: address,
        CLIENT_ID: definition.id,
        CLIENT_SECRET: secret ?? 'SECRET',
      }
      const command = [
        ...Object.entries(environment).map(([name, value]) => `${name}=${value}`),
        'npx node examples/src/web.ts',
      ].join(' ')
      const where = `In a second terminal, in the folder of Countersign. Then open ${address}`
      return [
        [
          'command',
          command,
          secret === null
            ? `${where} (SECRET stands for the client secret, which is shown once).`
            : `${where} and sign in there.`,
        ],
      ]
    },
  },
]

/** What is known of each, as the console begins an application with it; the example where this server is being tried out. */
export const programsFor = (origin: string): Program[] =>
  known
    .filter(({ id }) => id !== exampleId || isLocalOrigin(origin))
    .map(({ callback: _callback, settings: _settings, ...program }) => program)

/** The settings of the program that an application is, by the names that they have there; none where it is none of these. */
export function settingsOfProgram(origin: string, definition: ApplicationDefinition, secret: string | null): Setting[] {
  for (const { kind, callback, id, settings } of known) {
    const redirect = callback === null ? undefined : definition.redirectUris.find((uri) => uri.endsWith(callback))
    const isIt = kind === definition.kind && (callback === null ? definition.id.startsWith(id) : redirect !== undefined)
    // Behind a subfolder it has the subfolder before its own path.
    const base =
      redirect === undefined || callback === null
        ? ''
        : redirect.slice(0, -callback.length).replace(/\/index\.php$/, '')
    if (isIt)
      return settings({ origin, definition, base, secret }).map(([name, value, about]) => ({ name, value, about }))
  }
  return []
}
