import { expect, test } from 'vitest'
import type { ApplicationDefinitionInput } from '../../store/applications/application-definition-types.ts'
import { validateAndFillApplicationDefinition } from '../../store/applications/validate-and-fill-application-definition.ts'
import { describeApplicationSetup } from './describe-application-setup.ts'

const settings = { origin: 'https://sign-in.example', port: 3000 }
const secrets = { clientSecret: 'the-new-secret', sessionSecret: 'a-session-secret' }

function complete(input: ApplicationDefinitionInput) {
  const completed = validateAndFillApplicationDefinition(input)
  if (completed.outcome === 'invalid') throw new Error(JSON.stringify(completed.errors))
  return completed.definition
}

const grafana = complete({
  id: 'grafana',
  name: 'Grafana',
  kind: 'web',
  redirectUris: ['https://dash.example/login/generic_oauth'],
})
const website = complete({
  id: 'shop',
  name: `Shop' "; touch INJECTED; $(x)`,
  kind: 'web',
  redirectUris: ['https://shop.example/callback'],
})

test('a known program gets its block with the secret once, its address, its notes and its location', async () => {
  const setup = await describeApplicationSetup(settings, grafana, secrets)
  expect(setup).toMatchObject({
    program: { id: 'grafana', name: 'Grafana' },
    location: 'grafana.ini, section [auth.generic_oauth]',
    address: 'https://dash.example',
    fields: [],
  })
  expect(setup.blocks).toHaveLength(1)
  expect(setup.blocks[0]?.text).toMatch(/^\[auth\.generic_oauth\]\n/)
  expect(setup.blocks[0]?.text.split('the-new-secret')).toHaveLength(2)
  expect(setup.notes.join()).not.toMatch(/\{[a-z_]+\}/)
})

test('without a new secret, a placeholder takes its place', async () => {
  const setup = await describeApplicationSetup(settings, grafana)
  expect(setup.blocks[0]?.text).toContain('client_secret = THE_SECRET\n')
  expect(JSON.stringify(setup.values)).not.toContain('secret"')
})

test('a program whose settings are form fields gets a list instead of a block', async () => {
  const discourse = complete({
    id: 'discourse',
    name: 'Discourse',
    kind: 'web',
    redirectUris: ['https://forum.example/auth/oidc/callback'],
  })
  const { blocks, fields } = await describeApplicationSetup(settings, discourse, secrets)
  expect(blocks).toEqual([])
  expect(fields.filter(({ value }) => value === 'the-new-secret')).toEqual([
    { name: 'openid_connect_client_secret', value: 'the-new-secret', about: '' },
  ])
})

test('a library that reads the secret from the environment gets a second block, and no secret in its code', async () => {
  const site = complete({
    id: 'auth-js',
    name: 'Site',
    kind: 'web',
    redirectUris: ['https://site.example/api/auth/callback/countersign'],
  })
  const { blocks } = await describeApplicationSetup(settings, site, secrets)
  expect(blocks[0]?.text).not.toContain('the-new-secret')
  expect(blocks[1]).toEqual({
    location: 'its environment',
    language: 'sh',
    text: 'COUNTERSIGN_CLIENT_SECRET=the-new-secret',
  })
})

test('O40: an unknown program gets environment variables, which its name cannot change', async () => {
  const { program, blocks } = await describeApplicationSetup(settings, website, secrets)
  expect(program).toBeNull()
  expect(blocks).toEqual([
    {
      location: '.env',
      language: 'sh',
      text: [
        'COUNTERSIGN_ISSUER=https://sign-in.example',
        'COUNTERSIGN_CLIENT_ID=shop',
        'COUNTERSIGN_CLIENT_SECRET=the-new-secret',
        'COUNTERSIGN_SESSION_SECRET=a-session-secret',
        'COUNTERSIGN_APP_URL=https://shop.example',
      ].join('\n'),
    },
  ])
})

test('a site without a login gets the configuration of each reverse proxy', async () => {
  const site = complete({ id: 'intranet', name: 'Intranet', kind: 'site', hosts: ['intranet.example'] })
  const { blocks } = await describeApplicationSetup(settings, site)
  expect(blocks.map(({ location }) => location)).toEqual(expect.arrayContaining(['Caddy', 'nginx', 'Traefik']))
  for (const { text } of blocks) expect(text).not.toContain('wiki.example')
})

test('the example application gets the command that starts it', async () => {
  const example = complete({
    id: 'countersign-example',
    name: 'Example application',
    kind: 'web',
    redirectUris: ['http://localhost:3001/callback'],
  })
  const { blocks, address } = await describeApplicationSetup(
    { origin: 'http://localhost:3000', port: 3000 },
    example,
    secrets,
  )
  expect(address).toBe('http://localhost:3001')
  expect(blocks[0]?.text).toBe(
    'ISSUER=http://localhost:3000 ORIGIN=http://localhost:3001 CLIENT_ID=countersign-example CLIENT_SECRET=the-new-secret npx node examples/src/example-oidc-client.ts',
  )
})
