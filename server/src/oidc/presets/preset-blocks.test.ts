// Blocks that are pasted into programs: complete, and safe with any registered address.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { expect, test } from 'vitest'
import { parse as parseYaml } from 'yaml'
import { applicationPresetCategories } from '@countersign/api/application-preset-categories'
import type { ApplicationDefinition } from '../../store/applications/application-definition-types.ts'
import { usesClientSecret } from '../../store/applications/application-definition-types.ts'
import { validateAndFillApplicationDefinition } from '../../store/applications/validate-and-fill-application-definition.ts'
import { formatUnquotedEnvironment, listApplicationEnvironmentVariables } from './application-environment-variables.ts'
import { applicationPresets } from './application-preset-registry.ts'
import type { ApplicationPreset } from './application-preset-types.ts'
import { encodeSettingValue } from './encode-setting-value.ts'
import {
  expandPresetDefinition,
  expandPresetSettingTemplates,
  expandPresetTemplate,
  listPresetBlocks,
} from './expand-application-preset.ts'
import { listPresetNotes } from './list-preset-notes.ts'

const origin = 'https://sign-in.example'
const clientSecret = 'a-secret-of-this-test'
const byId = applicationPresets.map((preset) => [preset.id, preset] as const)

/** Each tries to end a value, a line, a string literal or a command, or to start another. */
const hostileAddresses = [
  `https://a.example/'; touch INJECTED; '`,
  `https://a.example/"; touch INJECTED; "`,
  'https://a.example/$(touch INJECTED)',
  'https://a.example/`touch INJECTED`',
  'https://a$(touch${IFS}INJECTED).example',
  'https://a.example/;touch${IFS}INJECTED',
  'https://a.example/&touch${IFS}INJECTED',
  'https://a.example/|touch INJECTED',
  'https://a.example/\ntouch INJECTED\nINJECTED=1',
  'https://a.example/\r\nINJECTED=1',
  'https://a.example/\u2028INJECTED=1\u0085INJECTED: 1',
  'https://a.example/ # ',
  "https://a.example/: {INJECTED: 1}, 'b",
  `https://a.example/\\', INJECTED: 1, b: '`,
  'https://a.example/${INJECTED}%(INJECTED)s#{INJECTED}',
  'https://a.example/</script><!--',
  'https://a.example/*?[a]{b,c}~!',
  'https://a.example/INJECTED:',
  'https://a.example/{client_secret}{issuer}',
]

function complete(preset: ApplicationPreset, address: string): ApplicationDefinition {
  const completed = validateAndFillApplicationDefinition(expandPresetDefinition(preset, address))
  if (completed.outcome === 'invalid') throw new Error(JSON.stringify(completed.errors))
  return completed.definition
}

/** As if the hostile address had been registered, although validation refuses most of them. */
function fill(preset: ApplicationPreset, address: string) {
  const example = preset.address ?? ''
  const definition = complete(preset, example)
  const redirectUris = definition.redirectUris.map((uri) =>
    example === '' ? uri : uri.replace(example, () => address),
  )
  const secret = usesClientSecret(definition) ? clientSecret : null
  return { origin, definition: { ...definition, redirectUris }, address, secret }
}

test.each(byId)('%s has a category', (_id, { category }) => {
  expect(applicationPresetCategories).toContain(category)
})

test.each(byId)('%s gives blocks or a list, with the secret exactly once and no placeholder', (_id, preset) => {
  const filling = fill(preset, preset.address ?? '')
  const blocks = listPresetBlocks(preset, filling)
  const fields = expandPresetSettingTemplates(preset, filling).map(({ name, value }) => `${name} ${value}`)
  const text = (blocks.length > 0 ? blocks.map((block) => block.text) : fields).join('\n')
  expect(text.split(clientSecret).length - 1).toBe(filling.secret === null ? 0 : 1)
  expect(text).not.toMatch(
    /\{(address|host|issuer|issuer_host|client_id|client_secret|session_secret|scopes\w*|redirect)\}/,
  )
  expect(text).not.toContain('THE_SECRET')
  for (const note of listPresetNotes(preset)) expect(expandPresetTemplate(note, filling)).not.toContain('undefined')
})

test.each(byId)('O40: a hostile address changes only its own value in the settings of %s', (_id, preset) => {
  const benign = 'https://benign.example/path'
  const render = (address: string) => {
    const filling = fill(preset, address)
    return [
      ...listPresetBlocks(preset, filling).map(({ text }) => text),
      ...expandPresetSettingTemplates(preset, filling).map(({ name, value }) => `${name} ${value}`),
    ].join('\n')
  }
  for (const address of hostileAddresses) {
    const encoded = encodeSettingValue(address)
    const hosts = [encoded, benign].map((one) => one.replace(/^https:\/\//, '')) as [string, string]
    expect(render(address).replaceAll(encoded, benign).replaceAll(hosts[0], hosts[1]), address).toBe(render(benign))
  }
})

test.each(hostileAddresses)('O40: no shell, string literal or settings format can interpret %j', (address) => {
  const encoded = encodeSettingValue(address)
  expect(encoded).toMatch(/^[A-Za-z0-9._~:/?=+@%-]+$/)
  expect(decodeURIComponent(encoded.replaceAll(/%(?![0-9A-F]{2})/g, '%25'))).toBe(address)
})

test('identifiers, secrets and ordinary URLs are not changed', () => {
  for (const value of [
    'team-wiki',
    'Zk3_9-q0',
    'https://a.example:8443/b/c-d_e.f~g?h=i+j',
    'http://[::1]:3000/callback',
    'app.example://callback',
    'urn:example:api',
    'https://a.example/%C3%A9',
  ])
    expect(encodeSettingValue(value)).toBe(value)
})

test('O40: a shell that runs a pasted command runs nothing of a hostile address', () => {
  const folder = mkdtempSync(join(tmpdir(), 'preset-blocks-'))
  const commands = applicationPresets.filter(
    ({ settingsFormat }) => settingsFormat.as !== 'fields' && settingsFormat.language === 'sh',
  )
  expect(commands.map(({ id }) => id)).toEqual(expect.arrayContaining(['nextcloud', 'vault', 'outline']))
  const ignored = ['occ', 'gitea', 'forgejo', 'vault', 'oauth2-proxy', 'cat'].map((name) => `${name}() { :; }`)
  try {
    const script = hostileAddresses.flatMap((address) =>
      commands.flatMap((preset) => listPresetBlocks(preset, fill(preset, address)).map(({ text }) => text)),
    )
    const input = [...ignored, ...script, 'touch completed'].join('\n')
    execFileSync('bash', ['-e'], { cwd: folder, input, env: { PATH: process.env['PATH'] } })
    expect(readdirSync(folder)).toEqual(['completed'])
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('O40: a hostile address adds no variable to an environment file', () => {
  for (const address of hostileAddresses) {
    const variables = listApplicationEnvironmentVariables({
      issuer: origin,
      definition: {
        id: 'wiki',
        kind: 'web',
        redirectUris: [address],
        resources: [],
      },
      clientSecret,
      sessionSecret: 'another-secret',
      api: address,
    })
    const parsed = parseEnv(formatUnquotedEnvironment(variables ?? {}))
    expect(Object.keys(parsed).toSorted()).toEqual(Object.keys(variables ?? {}).toSorted())
    expect(parsed['COUNTERSIGN_AUDIENCE']).toBe(encodeSettingValue(address))
  }
})

const yamlBlocks = applicationPresets.filter(
  ({ settingsFormat }) => settingsFormat.as !== 'fields' && settingsFormat.language === 'yaml',
)

test.each(yamlBlocks.map((preset) => [preset.id, preset] as const))(
  'O40: no address and no client ID changes the structure or a type of the YAML of %s',
  (_id, preset) => {
    const listTypes = (id: string, address: string) => {
      const filling = fill(preset, address)
      const [block] = listPresetBlocks(preset, { ...filling, definition: { ...filling.definition, id } })
      const { data, ...rest } = parseYaml(block?.text ?? '') as { data?: Record<string, string> }
      const parsed = { ...rest, ...data, nested: parseYaml(data?.['oidc.config'] ?? '') as unknown }
      return JSON.stringify(parsed, (_name, value: unknown) => (typeof value === 'object' ? value : typeof value))
    }
    const expected = listTypes('team-wiki', 'https://benign.example/path')
    for (const address of hostileAddresses) expect(listTypes('team-wiki', address), address).toBe(expected)
    for (const id of ['2024', '1e3', '0x1f', 'null', 'true', 'off'])
      expect(listTypes(id, 'https://benign.example/path'), id).toBe(expected)
  },
)

test('O40: a shell expands no home directory in a value', () => {
  const value = 'https://a.example/:~/b=~root'
  const printed = execFileSync('bash', ['-c', `value=${encodeSettingValue(value)}; printf %s "$value"`], {
    encoding: 'utf8',
  })
  expect(decodeURIComponent(printed)).toBe(value)
})

test('the host of an address on IPv6 keeps its brackets', () => {
  const [preset] = applicationPresets
  if (preset === undefined) throw new Error('There is no preset.')
  expect(expandPresetTemplate('{host}', { ...fill(preset, 'http://[::1]:3000'), secret: null })).toBe('[::1]:3000')
})

test('what must be set up before anyone can sign in is the first note', () => {
  for (const preset of applicationPresets.filter(({ email }) => email === 'alias' || email === 'verified'))
    expect(listPresetNotes(preset)[0], preset.id).toMatch(/^\*\*Email\*\*/)
})

test.each([
  ['streamlit', 'cookie_secret = "a-session-secret"', 'cookie_secret = "A_RANDOM_SECRET"'],
  ['express-openid-connect', 'SESSION_SECRET=a-session-secret', 'SESSION_SECRET=A_RANDOM_SECRET'],
])(
  'the cookies of %s are signed with a new secret, and not with one from the documentation',
  (id, line, placeholder) => {
    const preset = applicationPresets.find((one) => one.id === id)
    if (preset === undefined) throw new Error(`There is no preset "${id}".`)
    const filling = fill(preset, preset.address ?? '')
    const join = (sessionSecret: string | null): string =>
      listPresetBlocks(preset, { ...filling, sessionSecret })
        .map(({ text }) => text)
        .join('\n')
    expect(join('a-session-secret')).toContain(line)
    expect(join(null)).toContain(placeholder)
  },
)
