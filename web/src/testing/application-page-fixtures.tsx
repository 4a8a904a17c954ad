// Example applications, and the admin page that shows them.
import type { AdminApiEndpointOutput } from '@countersign/api/admin-api-endpoints'
import { page } from 'vitest/browser'
import { FakeErrorResponse } from './fake-api-server.ts'
import { createFakeRehearsal } from './rehearsal-fixtures.ts'
import type { FakeApiResponses } from './fake-api-server.ts'
import { renderAdminPage } from './render-admin-page-for-tests.tsx'

type Check = AdminApiEndpointOutput<'checkApplication'>

export const applicationFixtureTimestamp = '2026-01-01T00:00:00.000Z'
const empty = { items: [], nextCursor: null, total: 0 }

export const wikiApplicationDefinitionFixture = {
  id: 'wiki',
  name: 'Wiki',
  kind: 'web',
  uri: null,
  policyUri: null,
  termsUri: null,
  redirectUris: ['https://wiki.example/callback'],
  hosts: [],
  openPaths: [],
  postLogoutUris: [],
  backchannelLogoutUri: null,
  grantTypes: ['authorization_code', 'refresh_token'],
  authentication: 'client_secret_basic',
  scopes: ['openid', 'profile', 'wallet', 'offline_access'],
  subjectType: 'pairwise',
  product: null,
  firstParty: false,
  claimsIn: 'userinfo',
  claims: { rename: {}, constants: {}, into: {}, roles: null },
  preferredUsername: 'user-name',
  email: 'none',
  requires: [],
  resources: [],
  rotateRefreshTokens: false,
  maxAgeSeconds: null,
  allowedGroups: [],
  signInMethods: ['key', 'contract', 'solana', 'bitcoin', 'passkey'],
  chains: [],
  colors: { light: null, dark: null },
}

export const wikiApplicationListItemFixture: AdminApiEndpointOutput<'createApplication'>['application'] = {
  id: 'wiki',
  name: 'Wiki',
  kind: 'web',
  enabled: true,
  origin: 'operator',
  logo: null,
  uri: null,
  people: 2,
  createdAt: applicationFixtureTimestamp,
  changedAt: applicationFixtureTimestamp,
  lastUsedAt: null,
}

export const wikiSetupFixture: NonNullable<AdminApiEndpointOutput<'readApplication'>['setup']> = {
  program: null,
  location: null,
  address: null,
  blocks: [
    { location: '.env', language: 'sh', text: 'COUNTERSIGN_CLIENT_ID=wiki\nCOUNTERSIGN_CLIENT_SECRET=THE_SECRET' },
  ],
  fields: [],
  notes: [],
  values: [{ name: 'client id', value: 'wiki', about: 'The ID of the application on this server.' }],
}

export const wikiApplicationFixture: AdminApiEndpointOutput<'readApplication'> = {
  ...wikiApplicationListItemFixture,
  definition: wikiApplicationDefinitionFixture,
  clientSettings: [],
  setup: wikiSetupFixture,
  hasSecret: true,
  previousSecretUntil: null,
  signIns: [],
  live: 0,
  sector: 'wiki.example',
}

const presets: AdminApiEndpointOutput<'readPresets'> = {
  kinds: [{ kind: 'web', definition: { ...wikiApplicationDefinitionFixture, id: '', name: '', redirectUris: [] } }],
  programs: [
    {
      id: 'auth-js',
      name: 'Auth.js',
      category: 'libraries',
      description: 'Authentication library for Next.js, SvelteKit and Express sites.',
      about: 'Authentication library for Next.js, SvelteKit and Express sites.',
      kind: 'web',
      definition: { id: 'auth-js', name: 'Auth.js', redirectUris: ['{address}/api/auth/callback/countersign'] },
      asks: [{ name: 'address', about: 'The address', example: 'https://app.example' }],
    },
    {
      id: 'grafana',
      name: 'Grafana',
      category: 'data',
      description: 'Dashboards.',
      about: 'Dashboards. Its settings are in grafana.ini.',
      kind: 'web',
      definition: { id: 'grafana', name: 'Grafana', redirectUris: ['{address}/login/generic_oauth'] },
      asks: [
        {
          name: 'address',
          about: 'The address at which people open the application',
          example: 'https://grafana.example',
        },
      ],
    },
    {
      id: 'kubernetes',
      name: 'Kubernetes',
      category: 'infrastructure',
      description: 'For kubectl with kubelogin, using the device flow.',
      about: 'For kubectl with kubelogin, using the device flow.',
      kind: 'device',
      definition: { id: 'kubernetes', name: 'Kubernetes' },
      asks: [],
    },
  ],
  chains: [{ id: '8453', name: 'Base' }],
}

export const passedApplicationCheckFixture: Check = {
  errors: [],
  definition: null,
  clientSettings: [{ name: 'client id', value: 'wiki', about: '' }],
}
export const createFailedApplicationCheckFixture = (...errors: Check['errors']): Check => ({
  ...passedApplicationCheckFixture,
  errors,
})
export const createHttpAddressErrorFixture = (path: string) =>
  ({ path, message: 'must be https', code: 'address_http', values: {} }) as const

export const findTextField = (name: string) => page.getByRole('textbox', { name, exact: true })

const answers: FakeApiResponses = {
  readPresets: presets,
  checkApplication: passedApplicationCheckFixture,
  rehearseSignInPolicy: createFakeRehearsal(),
  readApplication: wikiApplicationFixture,
  listApplications: empty,
  listGroups: { ...empty, items: [] },
  listResources: empty,
  listProducts: { items: [] },
  readMetrics: new FakeErrorResponse('server.error'),
  listEvents: empty as never,
}
export const renderApplicationAdminPage = (
  path: string,
  more: FakeApiResponses = {},
  options: Parameters<typeof renderAdminPage>[2] = {},
) => renderAdminPage(path, { ...answers, ...more }, options)
