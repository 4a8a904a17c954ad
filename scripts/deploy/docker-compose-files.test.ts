// Tests deploy/compose*.yaml and deploy/Caddyfile. npm has no complete schema for Compose files, so
// the allowed keys are listed here and the values are checked against settings, image and proxy.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import {
  containerImageConfig,
  containerImageName,
  readFileInDeployFolder,
  readContainerServerSettings,
} from './container-image-config-fixtures.ts'

interface Service {
  image: string
  user?: string
  read_only?: boolean
  cap_drop?: string[]
  security_opt?: string[]
  environment: Record<string, string>
  volumes: string[]
  secrets?: string[]
  ports?: string[]
  depends_on?: object
  healthcheck?: { test: string[] }
  stop_grace_period?: string
  networks: { inside: { ipv4_address: string } }
}

interface Composition {
  services: Record<string, Service>
  networks: object
  volumes: object
  secrets?: Record<string, { file: string }>
}

const read = (file: string): Composition =>
  parse(readFileInDeployFolder(file).replaceAll(/\$\{SITE:\?[^}]*\}/g, 'sign-in.example'), {
    merge: true,
  }) as Composition

const topWords = ['name', 'services', 'networks', 'volumes', 'secrets']
const serviceWords =
  'image build restart user read_only cap_drop cap_add security_opt environment volumes networks healthcheck stop_grace_period ports depends_on secrets'

const composeFiles = ['compose.yaml', 'compose.postgres.yaml']
const countersignsOf = ({ services }: Composition): Service[] =>
  Object.entries(services)
    .filter(([name]) => name.startsWith('countersign'))
    .map(([, service]) => service)

describe.each(composeFiles)('%s', (file) => {
  const composition = read(file)
  const { services } = composition
  const caddy = services['caddy'] as Service
  const countersigns = countersignsOf(composition)

  test('uses only known Compose keys', () => {
    const words = Object.keys(composition).filter((word) => !word.startsWith('x-'))
    expect(words.filter((word) => !topWords.includes(word))).toEqual([])
    const used = new Set(Object.values(services).flatMap((service) => Object.keys(service)))
    expect([...used].filter((word) => !serviceWords.split(' ').includes(word))).toEqual([])
  })

  test('references only existing volumes, secrets, services and files', () => {
    for (const { volumes, secrets = [], depends_on = {} } of Object.values(services)) {
      for (const [from = ''] of volumes.map((volume) => volume.split(':')))
        expect(
          from.startsWith('./')
            ? existsSync(join(import.meta.dirname, '../../deploy', from))
            : from in composition.volumes,
        ).toBe(true)
      expect(secrets.filter((name) => composition.secrets?.[name] === undefined)).toEqual([])
      expect(Object.keys(depends_on).filter((name) => services[name] === undefined)).toEqual([])
    }
    for (const { file } of Object.values(composition.secrets ?? {})) expect(file).toMatch(/^\.\/secrets\//)
  })

  test('N22: runs the current image with minimal rights, reachable only through the proxy', () => {
    expect(countersigns.length).toBeGreaterThan(0)
    for (const service of countersigns) {
      expect(service).toMatchObject({
        image: containerImageName,
        user: containerImageConfig.User,
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
        healthcheck: { test: containerImageConfig.Healthcheck.Test },
      })
      expect(service.ports).toBeUndefined()
      expect(service.volumes.map((volume) => volume.split(':')[1])).toEqual(Object.keys(containerImageConfig.Volumes))
    }
    expect(Object.keys(services).filter((name) => services[name]?.ports !== undefined)).toEqual(['caddy'])
  })

  test('passes settings that the server accepts, and trusts only the proxy', () => {
    for (const { environment, stop_grace_period } of countersigns) {
      const secret = { database: 'postgres://countersign:a-password@postgres:5432/countersign' }
      const settings = readContainerServerSettings(
        environment,
        environment['COUNTERSIGN_SETTINGS_FILE'] === undefined ? {} : secret,
      )
      expect(settings.origin).toBe('https://sign-in.example')
      expect(settings.trustedProxies).toEqual([caddy.networks.inside.ipv4_address])
      expect(Number.parseInt(stop_grace_period ?? '', 10)).toBeGreaterThan(settings.limits.shutdownTimeoutSeconds)
    }
  })

  test('N22: has no secret in an environment variable', () => {
    const values = Object.values(services).flatMap(({ environment }) => Object.values(environment))
    expect(values.filter((value) => /:\/\/[^/]*@/.test(value))).toEqual([])
    const named = Object.values(services).flatMap(({ environment }) => Object.keys(environment))
    expect(named.filter((name) => /PASSWORD|SECRET|TOKEN/.test(name) && !name.endsWith('_FILE'))).toEqual([])
  })

  test('gives each service its own address, and routes the proxy to all instances on the image port', () => {
    const addresses = Object.values(services).map(({ networks }) => networks.inside.ipv4_address)
    expect(new Set(addresses).size).toBe(addresses.length)
    expect(addresses.every((address) => /^172\.31\.77\.([2-9]|1[0-4])$/.test(address))).toBe(true)
    expect(composition.networks).toEqual({ inside: { ipam: { config: [{ subnet: '172.31.77.0/28' }] } } })
    const [port] = Object.keys(containerImageConfig.ExposedPorts).map((exposed) => exposed.replace('/tcp', ''))
    const names = Object.keys(services).filter((name) => name.startsWith('countersign'))
    expect(caddy.environment['UPSTREAMS']).toBe(names.map((name) => `${name}:${port}`).join(' '))
  })
})

test('compose.yaml keeps the embedded database and its key in one volume', () => {
  const [{ environment }] = countersignsOf(read('compose.yaml')) as [Service]
  expect(readContainerServerSettings(environment)).toMatchObject({
    database: 'sqlite:./data/countersign.db',
    keyFile: './data/countersign.key',
    spentChallengesFile: './data/countersign.db-spent',
  })
  expect(containerImageConfig.WorkingDir).toBe('/')
})

test('the instances in compose.postgres.yaml share the key but not spent challenges', () => {
  const composition = read('compose.postgres.yaml')
  const [one, other] = countersignsOf(composition) as [Service, Service]
  for (const { environment, secrets = [] } of [one, other]) {
    const files = ['COUNTERSIGN_KEY_FILE', 'COUNTERSIGN_SETTINGS_FILE'].map((name) => environment[name])
    expect(files).toEqual(['/run/secrets/countersign.key', '/run/secrets/settings.json'])
    expect(secrets).toEqual(['settings.json', 'countersign.key'])
    expect(environment['COUNTERSIGN_SPENT_CHALLENGES_FILE']).toMatch(/^\/data\//)
  }
  expect(one.volumes).not.toEqual(other.volumes)
})

const caddy = ['/usr/bin/caddy', '/usr/local/bin/caddy'].find((path) => existsSync(path))

test.skipIf(caddy === undefined)(`Caddy accepts the Caddyfile (${caddy ?? 'skipped: it is not installed'})`, () => {
  const file = join(import.meta.dirname, '../../deploy/Caddyfile')
  const { stdout, stderr, status } = spawnSync(caddy ?? '', ['adapt', '--config', file, '--adapter', 'caddyfile'], {
    encoding: 'utf8',
    env: { SITE: 'sign-in.example', UPSTREAMS: 'countersign-1:3000 countersign-2:3000' },
  })
  expect(status, stderr).toBe(0)
  for (const said of [
    '"host":["sign-in.example"]',
    '"dial":"countersign-1:3000"',
    '"dial":"countersign-2:3000"',
    '"uri":"/health/ready"',
    '"policy":"cookie"',
  ])
    expect(stdout).toContain(said)
})
