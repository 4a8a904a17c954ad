// A server in a separate process, with the same interface as in-process test servers.
import { findFreePort } from '@countersign/testing/find-free-port'
import type { LightMyRequestResponse } from 'fastify'
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { TestBrowser } from './countersign-test-server.ts'
import type { TestServer } from './countersign-test-server.ts'

/** The server runs without the front end, which need not be built. */
export const serverStartScriptSource = `await (await import(${JSON.stringify(join(import.meta.dirname, '../run-server-process.ts'))})).runServerProcess(null)`

export interface TestServerProcess {
  http: TestServer['http']
  port: number
  openBrowser: () => TestBrowser
  kill: () => Promise<void>
}

interface ServerProcessOptions {
  origin: string
  database: string
  keyFile: string
  environment?: Record<string, string>
}

export async function startTestServerProcess({
  origin,
  database,
  keyFile,
  environment = {},
}: ServerProcessOptions): Promise<TestServerProcess> {
  const port = await findFreePort()
  const limits = ['CHALLENGES', 'SIGN_INS', 'CLIENT_REQUESTS'].map((what) => [
    `COUNTERSIGN_${what}_PER_NETWORK_PER_MINUTE`,
    '10000',
  ])
  const settings = {
    COUNTERSIGN_PORT: String(port),
    COUNTERSIGN_ORIGIN: origin,
    COUNTERSIGN_DATABASE: database,
    COUNTERSIGN_KEY_FILE: keyFile,
  }
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', serverStartScriptSource],
    {
      env: {
        PATH: process.env['PATH'],
        COUNTERSIGN_LOG_LEVEL: 'warn',
        ...settings,
        ...Object.fromEntries(limits),
        ...environment,
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  )
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const kill = async (): Promise<void> => {
    child.kill('SIGKILL')
    await ended
  }
  onTestFinished(kill)
  while (!(await fetch(`http://127.0.0.1:${port}/health/ready`).catch(() => null))?.ok) {
    if (child.exitCode !== null) throw new Error('The server does not start')
    await wait(20)
  }
  const http = { inject: (request: InjectedRequest) => sendOverNetwork(port, request) } as unknown as TestServer['http']
  return { http, port, kill, openBrowser: () => new TestBrowser({ http } as TestServer, origin) }
}

interface InjectedRequest {
  method?: string
  url: string
  headers?: Record<string, string>
  cookies?: Record<string, string>
  payload?: string | object
}

async function sendOverNetwork(
  port: number,
  { method = 'GET', url, headers = {}, cookies = {}, payload }: InjectedRequest,
): Promise<LightMyRequestResponse> {
  const cookie = Object.entries(cookies)
    .map((pair) => pair.join('='))
    .join('; ')
  const isJson = typeof payload === 'object'
  const response = await fetch(`http://127.0.0.1:${port}${url}`, {
    method,
    redirect: 'manual',
    headers: { ...(cookie !== '' && { cookie }), ...(isJson && { 'content-type': 'application/json' }), ...headers },
    ...(payload !== undefined && { body: isJson ? JSON.stringify(payload) : payload }),
  })
  const body = await response.text()
  const set = response.headers.getSetCookie().map((line) => {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
    return { name, value, ...(/expires=Thu, 01 Jan 1970/i.test(line) && { maxAge: 0 }) }
  })
  const answer = {
    statusCode: response.status,
    headers: Object.fromEntries(response.headers),
    body,
    json: () => JSON.parse(body) as unknown,
    cookies: set,
  }
  return answer as unknown as LightMyRequestResponse
}
