// Compares ten thousand waiting browsers (THREATS P16) with browsers that poll once a second.
import { Agent, request } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { percentile } from './measure-function-call-times.ts'
import { countersignServerEntryPath, startBenchmarkServer } from './measure-server-task-times.ts'
import type { RunningBenchmarkServer } from './measure-server-task-times.ts'
import { formatMicroseconds } from './format-benchmark-table.ts'
import type { BenchmarkComparisonRow } from './format-benchmark-table.ts'

const pages = 10_000
/** Long enough for each browser to poll again: the server holds a request for 20 seconds. */
const watchedMs = 30_000
const measuredPages = 100

/** Raises the defaults of 2,000 held requests and 1,200 codes per minute. */
const program = {
  name: 'Countersign',
  program: countersignServerEntryPath,
  port: 4398,
  environment: (port: number, file: string) => ({
    COUNTERSIGN_PORT: String(port),
    COUNTERSIGN_DATABASE: `sqlite:${file}`,
    COUNTERSIGN_LOG_LEVEL: 'warn',
    COUNTERSIGN_TRUSTED_PROXIES: '127.0.0.1',
    COUNTERSIGN_CROSS_DEVICE_CONNECTIONS: String(2 * pages),
    COUNTERSIGN_CROSS_DEVICE_CODES_PER_MINUTE: '10000000',
    COUNTERSIGN_CROSS_DEVICE_CODE_LIFETIME_SECONDS: '600',
  }),
  readyPath: '/health/ready',
}

interface Page {
  id: string
  code: string
  from: string
  cookie: string
}

export async function benchmarkCrossDeviceLongPollLoad(): Promise<BenchmarkComparisonRow[]> {
  const server = await startBenchmarkServer(program)
  const agent = new Agent({ keepAlive: true, maxSockets: Infinity, maxFreeSockets: pages })
  try {
    const shown = await showCodes(server)
    const alone = await measureNotificationDelay(server, agent, shown.slice(0, measuredPages))
    const { residentBytes: before } = await server.collect()
    const flood = keepPolling(server, agent, shown.slice(2 * measuredPages))
    await flood.allWait()
    const { residentBytes: after, cpuMicroseconds: cpuAtStart } = await server.collect()
    const from = performance.now()
    await wait(watchedMs)
    const { cpuMicroseconds: ended } = await server.usage()
    const seconds = (performance.now() - from) / 1000
    const heldCpu = (ended - cpuAtStart) / seconds
    const loaded = await measureNotificationDelay(server, agent, shown.slice(measuredPages, 2 * measuredPages))
    flood.stop()
    const asking = await measurePollingCost(server, agent, shown.slice(2 * measuredPages))
    const each = (after - before) / pages
    return [
      {
        what: `${pages} pages wait for another device, processor time per second`,
        alternative: 'the same pages, each polling once a second',
        ours: formatMicroseconds(heldCpu),
        theirs: formatMicroseconds(asking),
        ratio: asking / heldCpu,
        cpuRatio: asking / heldCpu,
      },
      {
        what: `until a page is notified, while ${pages} wait (${(each / 1024).toFixed(1)} kB of memory for each)`,
        alternative: 'a page that waits alone',
        ours: `${formatMicroseconds(percentile(loaded, 0.5))}, p99 ${formatMicroseconds(percentile(loaded, 0.99))}`,
        theirs: `${formatMicroseconds(percentile(alone, 0.5))}, p99 ${formatMicroseconds(percentile(alone, 0.99))}`,
        ratio: percentile(alone, 0.5) / percentile(loaded, 0.5),
      },
    ]
  } finally {
    agent.destroy()
    await server.stop()
  }
}

/** Each page is in its own IPv6 /32, so no per-network budget runs out. */
const networkOf = (index: number): string => `2001:${(0x1000 + index).toString(16)}::1`

async function showCodes({ origin }: RunningBenchmarkServer): Promise<Page[]> {
  const shown: Page[] = []
  const lanes = Array.from({ length: 16 }, async (_, lane) => {
    for (let index = lane; index < pages + 2 * measuredPages; index += 16) {
      const from = networkOf(index)
      const answer = await fetch(`${local(origin)}/api/cross-device`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin, 'x-forwarded-for': from },
        body: JSON.stringify({ purpose: 'sign-in' }),
      })
      if (!answer.ok) throw new Error(`No code: ${await answer.text()}`)
      const { id, code } = (await answer.json()) as Pick<Page, 'id' | 'code'>
      shown.push({ id, code, from, cookie: answer.headers.getSetCookie()[0]?.split(';')[0] ?? '' })
    }
  })
  await Promise.all(lanes)
  return shown
}

function pollStatus({ origin }: RunningBenchmarkServer, agent: Agent, page: Page, known: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers = { cookie: page.cookie, 'x-forwarded-for': page.from }
    const sent = request(`${local(origin)}/api/cross-device/${page.id}${known}`, { agent, headers }, (answer) => {
      read(answer).then(resolve, reject)
    })
    sent.on('error', reject)
    sent.end()
  })
}

async function read(answer: IncomingMessage): Promise<string> {
  let text = ''
  for await (const piece of answer.setEncoding('utf8')) text += piece as string
  if (answer.statusCode !== 200) throw new Error(`${answer.statusCode}: ${text}`)
  return (JSON.parse(text) as { state: string }).state
}

function keepPolling(
  server: RunningBenchmarkServer,
  agent: Agent,
  waiting: readonly Page[],
): { allWait: () => Promise<void>; stop: () => void } {
  let goesOn = true
  let startedPages = 0
  const keep = async (page: Page, index: number): Promise<void> => {
    await wait(index / 2)
    startedPages++
    while (goesOn) await pollStatus(server, agent, page, '?state=shown').catch(() => undefined)
  }
  for (const [index, page] of waiting.entries()) void keep(page, index)
  return {
    allWait: async () => {
      while (startedPages < waiting.length) await wait(100)
      await wait(2000)
    },
    stop: () => (goesOn = false),
  }
}

/** In microseconds. */
async function measureNotificationDelay(
  server: RunningBenchmarkServer,
  agent: Agent,
  waiting: readonly Page[],
): Promise<number[]> {
  const taken: number[] = []
  for (const page of waiting) {
    const answered = pollStatus(server, agent, page, '?state=shown')
    await wait(20)
    const startedAt = performance.now()
    const [state, opened] = await Promise.all([
      answered,
      fetch(`${local(server.origin)}/api/cross-device/open`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: server.origin, 'x-forwarded-for': page.from },
        body: JSON.stringify({ code: page.code }),
      }),
    ])
    taken.push((performance.now() - startedAt) * 1000)
    if (state !== 'opened' || !opened.ok)
      throw new Error(`A page received "${state}", and its phone status ${opened.status}`)
    await opened.arrayBuffer()
  }
  return taken
}

/** Server CPU time in microseconds while each page polls once. */
async function measurePollingCost(
  server: RunningBenchmarkServer,
  agent: Agent,
  asking: readonly Page[],
): Promise<number> {
  const { cpuMicroseconds: before } = await server.collect()
  const lanes = Array.from({ length: 64 }, async (_, lane) => {
    for (let index = lane; index < asking.length; index += 64)
      await pollStatus(server, agent, asking[index] as Page, '')
  })
  await Promise.all(lanes)
  return (await server.usage()).cpuMicroseconds - before
}

const local = (origin: string): string => origin.replace('localhost', '127.0.0.1')
