// `application add --preset`: a known program is added by its name and its address, and everything else is refused with what to write.
import { expect, test } from 'vitest'
import { parseApplicationPresetCliOptions, formatPresetInstructions } from './parse-application-preset-cli-options.ts'
import { validateAndFillApplicationDefinition } from '../store/applications/validate-and-fill-application-definition.ts'

test('a program and its address make a definition, and what to paste is printed whole', () => {
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
  expect(text).toContain('\n  use_pkce: It is off by default; PKCE makes a stolen code useless.\n')
  expect(text).toMatch(/^For Grafana: grafana\.ini/)
  expect(text).toContain('docs/guides/programs/grafana.md')
})

test('a program without an address of its own needs none', () => {
  expect(parseApplicationPresetCliOptions({ preset: 'kubernetes' })).toMatchObject({ outcome: 'started', address: '' })
})

test('the command that each person needs for Kubernetes is printed with the values filled in', () => {
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
  [{ address: 'https://a.example' }, '--address goes with --preset alone'],
  [{ preset: 'grafan', address: 'https://a.example' }, 'Did you mean grafana?'],
  [{ preset: 'nothing-like-it', address: 'https://a.example' }, 'must be one of the known programs.\n'],
  [{ preset: 'list' }, 'kubernetes'],
  [
    { preset: 'grafana' },
    '--address: is missing; it must be the address at which people open Grafana, such as "https://grafana.example"',
  ],
  [{ preset: 'grafana', address: 'grafana.example' }, '--address: must be the address at which people open Grafana'],
  [
    { preset: 'grafana', address: 'http://grafana.example' },
    'must begin with https://; plain http is for this machine alone',
  ],
  [{ preset: 'grafana', address: 'https://grafana.example/?a=b' }, 'without ? and #'],
  [{ preset: 'grafana', address: 'https://me@grafana.example/' }, 'a name before the host'],
  [{ preset: 'grafana', address: 'https://grafana.example', kind: 'device' }, '--kind: Grafana is of the kind web'],
  [{ preset: 'kubernetes', address: 'https://a.example' }, '--address: Kubernetes has no address of its own here'],
])('%o is refused with what to write', (given, message) => {
  expect(parseApplicationPresetCliOptions(given)).toMatchObject({
    outcome: 'invalid',
    message: expect.stringContaining(message),
  })
})

test('on this machine plain http will do', () => {
  expect(parseApplicationPresetCliOptions({ preset: 'grafana', address: 'http://localhost:3000' })).toMatchObject({
    outcome: 'started',
  })
})

test('nothing is started where no program is named', () => {
  expect(parseApplicationPresetCliOptions({})).toEqual({ outcome: 'none' })
})
