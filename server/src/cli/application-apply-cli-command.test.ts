// Tests of `countersign application apply` and invalid application options.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  createCliCommandFolder,
  redPixelPng,
  parsePrintedClientSecret,
} from '../testing/cli-command-folder-fixtures.ts'

test('application commands report errors by the option that caused them', async () => {
  const { run } = createCliCommandFolder()
  expect(await run(['application', 'list'])).toMatchObject({
    code: 9,
    error: expect.stringContaining('COUNTERSIGN_DATABASE: there is no database at'),
  })
  expect(await run(['application', 'add', 'Grafana'])).toMatchObject({
    code: 1,
    error:
      'error: --kind: must be one of "web", "single-page", "native", "device", "machine", "site". Nothing was changed.\n',
  })
  const faulty = [
    'application',
    'add',
    'Grafana',
    '--kind',
    'web',
    '--redirect',
    'https://Grafana.example/',
    '--scope',
    'openid email',
    '--max-age',
    'soon',
    '--resource',
    'service',
    '--jwks',
    'none.json',
    '--logo',
    'none.png',
  ]
  expect((await run(faulty)).error).toBe(`error: Nothing was changed:
  - --jwks: the file none.json cannot be read
  - --redirect[0]: must be written as browsers write it: "https://grafana.example/"
  - --scope[1]: must not be "email": use the member "email" for an address (--email alias or --email verified)
  - --resource[0].resource: must be an absolute URI, such as "https://service.example/" (RFC 8707 §2)
  - --max-age: must be a whole number from 0 to 31536000
`)
  expect(
    (
      await run([
        'application',
        'add',
        'Grafana',
        '--kind',
        'web',
        '--redirect',
        'https://grafana.example/',
        '--logo',
        'none.png',
      ])
    ).error,
  ).toMatch(/^error: --logo: The file .*none\.png cannot be read\. Nothing was changed\.\n$/)
  for (const words of [
    ['show', 'x1'],
    ['change', 'x1'],
    ['rotate-secret', 'x1'],
    ['remove', 'x1', '--yes'],
  ]) {
    expect(await run(['application', ...words])).toEqual({
      code: 1,
      out: '',
      error: 'error: There is no application "x1". "npx countersign application list" lists all applications.\n',
    })
  }
  for (const words of [
    ['show', 'a', 'b'],
    ['list', '--all'],
    ['rotate-secret', 'x1', '--overlap', '31d'],
  ]) {
    expect(await run(['application', ...words])).toMatchObject({ code: 2, out: '' })
  }
  const help = await run(['application', 'add', '--help'])
  expect(help).toMatchObject({ code: 0, error: '' })
  expect(help.out).toContain('--redirect <address> ')
  expect(await run(['application', 'list'])).toMatchObject({
    out: '',
    error: expect.stringContaining('There are no applications yet.'),
  })
})

test('application apply supports a dry run, and changes nothing when repeated', async () => {
  const { folder, run, write } = createCliCommandFolder()
  await run(['application', 'add', 'Old', '--kind', 'device', '--id', 'old'])
  const file: { applications: Record<string, unknown>[] } = {
    applications: [
      {
        id: 'grafana',
        name: 'Grafana',
        kind: 'web',
        redirectUris: ['https://grafana.example/login'],
        secretFile: 'secrets/grafana',
        logo: 'logo.png',
      },
      {
        id: 'nextcloud',
        name: 'Nextcloud',
        kind: 'web',
        redirectUris: ['https://cloud.example/apps/user_oidc/code'],
        secretEnvironment: 'NEXTCLOUD_SECRET',
      },
      { id: 'site', name: 'Site', kind: 'web', redirectUris: ['https://site.example/callback'] },
    ],
  }
  write('applications.json', file)
  const missing = await run(['application', 'apply', 'applications.json'])
  expect(missing).toEqual({
    code: 1,
    out: '',
    error:
      'error: Nothing was changed:\n  - applications[0].secretFile: the file secrets/grafana cannot be read\n  - applications[1].secretEnvironment: the environment variable NEXTCLOUD_SECRET is not set\n',
  })
  write('grafana.secret', 'too-short\n')
  write('logo.png', '<svg xmlns="http://www.w3.org/2000/svg"/>')
  file.applications[0] = { ...file.applications[0], secretFile: 'grafana.secret' }
  write('applications.json', file)
  const environment = { NEXTCLOUD_SECRET: 'a'.repeat(40) }
  expect((await run(['application', 'apply', join(folder, 'applications.json')], environment)).error).toBe(
    'error: Nothing was changed:\n  - applications[0].secretFile: the secret in it must have 32 to 256 characters\n  - applications[1].secretEnvironment: the secret in it must be random; generate it with "openssl rand -hex 32"\n',
  )
  environment.NEXTCLOUD_SECRET = '0f1e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c'
  write('grafana.secret', 'f0e1d2c3b4a5968778695a4b3c2d1e0ff0e1d2c3\n')
  expect((await run(['application', 'apply', 'applications.json'], environment)).error).toContain(
    'applications[0].logo: The logo is not a PNG, JPEG, WebP or GIF image',
  )
  write('logo.png', redPixelPng)

  const steps = '+ grafana added\n+ nextcloud added\n+ site added\n- old removed\n'
  expect(await run(['application', 'apply', 'applications.json', '--prune', '--dry-run'], environment)).toEqual({
    code: 0,
    error: '',
    out: `${steps}This was a dry run; nothing was changed.\n`,
  })
  expect((await run(['application', 'list'])).out).toBe('old\tdevice\tenabled\tOld\n')
  const applied = await run(['application', 'apply', 'applications.json', '--prune'], environment)
  expect(applied.out.replace(parsePrintedClientSecret(applied), 'SECRET')).toBe(
    `${steps}The client secret for "site" (shown only once): SECRET\n`,
  )
  // Paths are relative to the applications file.
  expect((await run(['application', 'apply', join(folder, 'applications.json'), '--prune'], environment)).out).toBe(
    'Nothing to change.\n',
  )
  const { definition } = JSON.parse((await run(['application', 'show', 'site', '--json'])).out) as {
    definition: Record<string, unknown>
  }
  file.applications[2] = { ...definition, name: 'The site' }
  write('applications.json', file)
  expect((await run(['application', 'apply', 'applications.json', '--prune'], environment)).out).toBe(
    '~ site: name Site → The site\n',
  )
  expect(readFileSync(join(folder, 'data/countersign.db')).includes('0f1e2d3c4b5a6978')).toBe(false)

  for (const [content, error] of [
    ['{', 'applications.json: The file is not valid JSON'],
    ['{"applications":[],"applications":[]}', 'applications.json: The file has a duplicate member: "applications"'],
    ['[]', 'The file must contain a JSON object with the list "applications"'],
  ]) {
    write('applications.json', content)
    expect(await run(['application', 'apply', 'applications.json', '--prune'])).toEqual({
      code: 1,
      out: '',
      error: `error: ${error}. Nothing was changed.\n`,
    })
  }
  expect((await run(['application', 'apply', 'nowhere.json'])).error).toBe(
    'error: nowhere.json: cannot be read. Nothing was changed.\n',
  )
})
