import { createServer } from 'node:http'
import type { RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { expect, onTestFinished, test } from 'vitest'
import { runCliCommandForTests } from '../testing/cli-command-test-steps.ts'
import type { CliCommandResult } from '../testing/cli-command-test-steps.ts'

async function askOf(
  answer: RequestListener,
  settings: Record<string, string> = {},
  ...options: string[]
): Promise<CliCommandResult & { port: string }> {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const port = String((server.address() as AddressInfo).port)
  const environment = { COUNTERSIGN_PORT: port, ...settings }
  return { port, ...(await runCliCommandForTests(['health', ...options], { folder: tmpdir(), environment })) }
}

const alive: RequestListener = (request, response) =>
  void response.writeHead(request.url === '/health/live' ? 200 : 404).end('{"status":"live"}')

test.each([{}, { COUNTERSIGN_HOST: '0.0.0.0', COUNTERSIGN_ORIGIN: 'https://sign-in.example' }])(
  'health reports a responding server as live: %o',
  async (settings) => {
    expect(await askOf(alive, settings)).toMatchObject({ code: 0, out: 'live\n', error: '' })
  },
)

test('health --json prints the status of a live server as JSON', async () => {
  const { out } = await askOf(alive, {}, '--json')
  expect(JSON.parse(out)).toEqual({ status: 'live' })
})

test.each([[], ['--json']])('health fails on an unexpected response: %o', async (...options) => {
  const { port, ...ran } = await askOf((_request, response) => void response.writeHead(503).end(), {}, ...options)
  const error = `error: The server on port ${port} of 127.0.0.1 is not healthy: 503.\n`
  expect(ran).toEqual({ code: 1, out: '', error })
})

test('health fails on an unreachable server', async () => {
  const environment = { COUNTERSIGN_PORT: '1' }
  expect(await runCliCommandForTests(['health'], { folder: tmpdir(), environment })).toEqual({
    code: 1,
    out: '',
    error: 'error: The server on port 1 of 127.0.0.1 is not healthy: ECONNREFUSED.\n',
  })
})
