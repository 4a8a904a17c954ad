// Tests of `application add --preset`: known programs, and the errors for everything else.
import { expect, test } from 'vitest'
import { parseApplicationPresetCliOptions, formatPresetInstructions } from './parse-application-preset-cli-options.ts'
import { validateAndFillApplicationDefinition } from '../store/applications/validate-and-fill-application-definition.ts'

test('a preset and an address yield a definition and the complete settings to paste', () => {
  const started = parseApplicationPresetCliOptions({ preset: 'Grafana', address: 'https://tools.example/grafana/' })
  if (started.outcome !== 'started') throw new Error('not started')
  expect(started.definition).toMatchObject({
    id: 'grafana',
    redirectUris: ['https://tools.example/grafana/login/generic_oauth'],
  })
  const completed = validateAndFillApplicationDefinition(started.definition)
  if (completed.outcome !== 'complete') throw new Error('not complete')
  const { definition } = completed
  const text = formatPresetInstructions(started, { origin: 'https://sign-in.example', definition, secret: 'SECRET' })
  expect(text).toContain('  client_secret = SECRET\n')
  expect(text).toContain('\n  use_pkce: Off by default. PKCE makes a stolen authorization code useless.\n')
  expect(text).toMatch(/^For Grafana: grafana\.ini/)
  expect(text).toContain('docs/guides/programs/grafana.md')
})

test('a preset for a program without an address requires none', () => {
  expect(parseApplicationPresetCliOptions({ preset: 'kubernetes' })).toMatchObject({ outcome: 'started', address: '' })
})

test('the Kubernetes preset prints the command for each person with all values filled in', () => {
  const started = parseApplicationPresetCliOptions({ preset: 'kubernetes' })
  if (started.outcome !== 'started') throw new Error('not started')
  const completed = validateAndFillApplicationDefinition({ ...started.definition, id: 'our-cluster' })
  if (completed.outcome !== 'complete') throw new Error('not complete')
  const { definition } = completed
  const text = formatPresetInstructions(started, { origin: 'https://sign-in.example', definition, secret: null })
  expect(text).toContain('--exec-arg=--oidc-issuer-url=https://sign-in.example')
  expect(text).toContain('--exec-arg=--oidc-client-id=our-cluster')
  expect(text).toContain('--exec-arg=--oidc-extra-scope=groups')
})

test.each([
  [{ address: 'https://a.example' }, '--address requires --preset'],
  [{ preset: 'grafan', address: 'https://a.example' }, 'Did you mean grafana?'],
  [
    { preset: 'nothing-like-it', address: 'https://a.example' },
    'must be one of the known programs. "countersign application add --preset list"',
  ],
  [
    { preset: 'grafana' },
    '--address: is missing; it must be the address that people use to open Grafana, such as "https://grafana.example"',
  ],
  [{ preset: 'grafana', address: 'grafana.example' }, '--address: must be the address that people use to open Grafana'],
  [
    { preset: 'grafana', address: 'http://grafana.example' },
    'must start with https://; plain http is only for this machine',
  ],
  [{ preset: 'grafana', address: 'https://grafana.example/?a=b' }, 'without ?, #'],
  [{ preset: 'grafana', address: 'https://me@grafana.example/' }, 'or a username'],
  [{ preset: 'grafana', address: 'https://grafana.example', kind: 'device' }, '--kind: Grafana has the kind web'],
  [{ preset: 'kubernetes', address: 'https://a.example' }, '--address: Kubernetes needs no address'],
])('%o is refused with a message that explains the correct input', (given, message) => {
  expect(parseApplicationPresetCliOptions(given)).toMatchObject({
    outcome: 'invalid',
    message: expect.stringContaining(message),
  })
})

test('a preset accepts plain http on localhost', () => {
  expect(parseApplicationPresetCliOptions({ preset: 'grafana', address: 'http://localhost:3000' })).toMatchObject({
    outcome: 'started',
  })
})

test('no preset is used without --preset', () => {
  expect(parseApplicationPresetCliOptions({})).toEqual({ outcome: 'none' })
})
