// Application presets follow this server's rules and have complete settings.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import type { ApplicationDefinition } from '../../store/applications/application-definition-types.ts'
import { usesClientSecret } from '../../store/applications/application-definition-types.ts'
import { validateAndFillApplicationDefinition } from '../../store/applications/validate-and-fill-application-definition.ts'
import { applicationPresets } from './application-preset-registry.ts'
import { requireApplicationPresetTestRun } from './read-application-preset-test-runs.ts'
import {
  expandPresetDefinition,
  describePresetEmailRequirement,
  expandPresetTemplate,
  formatPresetSettings,
  listPresetBlocks,
  expandPresetSettingTemplates,
} from './expand-application-preset.ts'
import type { ApplicationPreset } from './application-preset-types.ts'
import { detectApplicationPreset } from './detect-application-preset.ts'

const origin = 'https://sign-in.example'
const byId = applicationPresets.map((program) => [program.id, program] as const)

function complete(program: ApplicationPreset, address: string): ApplicationDefinition {
  const completed = validateAndFillApplicationDefinition(expandPresetDefinition(program, address))
  if (completed.outcome === 'invalid') throw new Error(JSON.stringify(completed.errors))
  return completed.definition
}

const particular = ['kind', 'redirectUris', 'postLogoutUris', 'backchannelLogoutUri', 'scopes', 'grantTypes', 'uri']

test('every preset file is listed under its ID', () => {
  expect(readdirSync(join(import.meta.dirname, 'known')).toSorted()).toEqual(
    applicationPresets.map(({ id }) => `${id}.ts`).toSorted(),
  )
})

test.each(byId)('%s expands to a valid application definition, also at an address with a path', (_id, program) => {
  const definition = complete(program, program.address ?? '')
  expect(program.address === null).toBe(!JSON.stringify(program.definition).includes('{address}'))
  if (program.address === null) return
  expect(new URL(program.address).href.replace(/\/$/, '')).toBe(program.address)
  for (const uri of [...definition.redirectUris, ...definition.postLogoutUris])
    expect(uri.startsWith(program.address) || !uri.includes('.example')).toBe(true)
  expect(complete(program, `${program.address}/below`).redirectUris[0]).toContain(`${program.address}/below`)
})

test.each(byId)('%s gives a reason for every setting that differs from the default', (_id, { definition, reasons }) => {
  const switched = Object.keys(definition).filter((member) => !particular.includes(member))
  expect(switched.filter((member) => !(member in reasons))).toEqual([])
  expect(Object.keys(reasons).filter((member) => !(member in definition))).toEqual([])
})

test.each(byId)(
  '%s settings contain the issuer, client ID, and secret, and no unfilled placeholder',
  (_id, program) => {
    const address = program.address ?? ''
    const definition = complete(program, address)
    const secret = usesClientSecret(definition) ? 'a-secret-of-this-test' : null
    const filling = { origin, definition, address, secret }
    const settings = expandPresetSettingTemplates(program, filling)
    const settingsJson = JSON.stringify(settings)
    const blocks = listPresetBlocks(program, filling).map(({ text }) => text)
    const pasted = blocks.length === 0 ? settingsJson : blocks.join('\n')
    for (const text of [settingsJson, pasted]) {
      expect(text).toContain('sign-in.example')
      expect(text).toContain(definition.id)
      if (secret !== null) expect(text).toContain(secret)
      else expect(text).not.toContain('THE_SECRET')
    }
    const open =
      /\{(address|host|issuer|issuer_host|client_id|client_secret|scopes|scopes_comma|scopes_list|redirect)\}/
    const texts = [
      ...program.notes,
      ...Object.values(program.reasons),
      ...(program.sections ?? []).flatMap(({ parts }) =>
        parts.map((part) => (typeof part === 'string' ? part : part.text)),
      ),
    ]
    for (const text of [settingsJson, pasted, ...texts.map((each) => expandPresetTemplate(each, filling))]) {
      expect(text).not.toMatch(open)
      expect(text).not.toContain('undefined')
    }
    expect(JSON.stringify(expandPresetSettingTemplates(program, { ...filling, secret: null }))).not.toContain(
      '{client_secret}',
    )
    if (program.definition.pkce === 'optional') expect(secret).not.toBeNull()
  },
)

test.each(byId)('%s is detected from its own definition and address', (_id, preset) => {
  const address = preset.address ?? ''
  expect(detectApplicationPreset(complete(preset, address))).toEqual({ preset, address })
})

test.each(byId)('%s has a registered post-logout address if its sign-out ends the provider session', (_id, program) => {
  const { definition, signOut } = program
  if (definition.kind === 'web') expect(signOut).toBeDefined()
  const text = JSON.stringify([program.settings, program.settingsFormat])
  if (text.includes('end-session')) expect(signOut).toBe('both')
  if (signOut !== 'both') return
  const { postLogoutUris = [], uri } = definition
  expect(postLogoutUris.length > 0 || uri === '{address}').toBe(true)
  for (const [, sent = ''] of text.matchAll(/post_logout_redirect_uri=(\{address\}[^"'&\\]*)/g))
    expect(postLogoutUris).toContain(sent)
})

/** These programs show a name but also work without it, because they match people by `sub`. */
const namesForDisplayOnly = [
  'auth-js',
  'better-auth',
  'grafana',
  'hedgedoc',
  'nextcloud',
  'proxmox',
  'synapse',
  'trino',
]

test.each(byId)('%s requires the username, only displays it, or matches accounts in another way', (_id, program) => {
  const { accountMatching, definition, settings, settingsFormat } = program
  const requires = (definition.requires ?? []).some(({ claim }) => claim === 'preferred_username')
  expect(requires || accountMatching !== 'name').toBe(true)
  const takesName = JSON.stringify([settings, settingsFormat]).includes('preferred_username')
  if (takesName && !requires && accountMatching === undefined) expect(namesForDisplayOnly).toContain(program.id)
})

function pasted(id: string): string {
  const program = applicationPresets.find((known) => known.id === id)
  if (program === undefined) throw new Error(`no program ${id}`)
  const address = program.address ?? ''
  return (
    formatPresetSettings(program, { origin, definition: complete(program, address), address, secret: 'a-secret' }) ?? ''
  )
}

test('Node-RED reads the profile, and uses sub as the username for people who share none', () => {
  interface Options {
    skipUserProfile: boolean
    verify: (issuer: string, profile: object, done: (error: null, user: { username?: string }) => void) => void
  }
  const text = `({${pasted('node-red')}})`
  const settings = runInNewContext(text, { require: () => ({ Strategy: Object }) }) as {
    adminAuth: { strategy: { options: Options } }
  }
  const { options } = settings.adminAuth.strategy
  expect(options.skipUserProfile).toBe(false)
  const users: (string | undefined)[] = []
  const done = (_error: null, { username }: { username?: string }): void => void users.push(username)
  options.verify(origin, { id: 'the-sub', username: 'amber-stone-64' }, done)
  options.verify(origin, { id: 'the-sub' }, done)
  expect(users).toEqual(['amber-stone-64', 'the-sub'])
})

test('express-openid-connect: the pasted code creates a store for back-channel logout', () => {
  const used: { backchannelLogout?: { store: unknown } }[] = []
  runInNewContext(pasted('express-openid-connect').replaceAll(/^import .*$/gm, ''), {
    app: { use: (options: object) => used.push(options) },
    openid: { auth: (options: object) => options },
    session: { MemoryStore: Map },
    process: { env: {} },
  })
  expect(used[0]?.backchannelLogout?.store).toBeInstanceOf(Map)
})

test('oauth2-proxy behind nginx gets the page as a path on its own host, not as an absolute URL', () => {
  const block = JSON.stringify(applicationPresets.find(({ id }) => id === 'oauth2-proxy')?.sections)
  expect(block).toContain('proxy_set_header X-Auth-Request-Redirect $request_uri;')
  expect(block).not.toContain('rd=$scheme')
})

test('no preset is detected for a definition that fits several presets or none', () => {
  const definition = (redirect: string, id = 'something', postLogoutUris: string[] = []) => ({
    id,
    kind: 'web' as const,
    redirectUris: [redirect],
    postLogoutUris,
  })
  expect(detectApplicationPreset(definition('https://app.example/callback'))).toBeUndefined()
  expect(detectApplicationPreset(definition('https://app.example/elsewhere'))).toBeUndefined()
  expect(
    detectApplicationPreset(definition('https://tools.example/grafana/login/generic_oauth', 'dashboards')),
  ).toMatchObject({
    preset: { id: 'grafana' },
    address: 'https://tools.example/grafana',
  })
  const generic = 'https://talk.example/auth/oidc/callback'
  expect(detectApplicationPreset(definition(generic, 'team-wiki'))).toBeUndefined()
  for (const forum of [definition(generic, 'discourse-2'), definition(generic, 'talk', ['https://talk.example/'])])
    expect(detectApplicationPreset(forum)).toMatchObject({ preset: { id: 'discourse' } })
})

test('expanding a preset does not change its data', () => {
  const before = JSON.stringify(applicationPresets)
  for (const program of applicationPresets) complete(program, 'https://else.example')
  expect(JSON.stringify(applicationPresets)).toBe(before)
})

test.each(byId)('%s gets the kind of email address that it needs, and otherwise none', (_id, program) => {
  const needed = program.email === 'alias' || program.email === 'verified'
  expect(complete(program, program.address ?? '').email).toBe(needed ? program.email : 'none')
  expect(program.definition.email).toBeUndefined()
  expect(describePresetEmailRequirement(program) !== null).toBe(needed)
})

test.each(byId)('%s records when and how it was verified', (id, { verification, email, settings }) => {
  const { version, on } = verification.how === 'script' ? requireApplicationPresetTestRun(id) : verification
  expect(on).toMatch(/^20\d\d-\d\d-\d\d$/)
  expect(version).not.toBe('')
  if (verification.how === 'written') expect(verification.from.length).toBeGreaterThan(0)
  if (verification.how === 'by-hand') expect(verification.what).not.toBe('')
  if (email === 'any-text') expect(settings.some(({ value }) => value.includes('sub'))).toBe(true)
})
