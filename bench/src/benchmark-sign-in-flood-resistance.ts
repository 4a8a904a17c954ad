// The flood comes from one home connection: an IPv6 /56, with another /64 for each request.
import { formatSignInMessage } from '@countersign/message'
import { createEthereumTestKey, signEthereumMessage } from '@countersign/testing/ethereum-test-keys'
import { countersignServerEntryPath, startBenchmarkServer } from './measure-server-task-times.ts'
import type { RunningBenchmarkServer } from './measure-server-task-times.ts'
import { buildCookieHeader } from './benchmark-sign-in-cost.ts'
import { formatMicroseconds } from './format-benchmark-table.ts'
import type { BenchmarkComparisonRow } from './format-benchmark-table.ts'

/** Uses the default limits; the benchmark sets client addresses as a proxy does. */
const program = {
  name: 'Countersign',
  program: countersignServerEntryPath,
  port: 4397,
  environment: (port: number, file: string) => ({
    COUNTERSIGN_PORT: String(port),
    COUNTERSIGN_DATABASE: `sqlite:${file}`,
    COUNTERSIGN_LOG_LEVEL: 'warn',
    COUNTERSIGN_TRUSTED_PROXIES: '127.0.0.1',
  }),
  readyPath: '/health/ready',
}

const people = 200
const rounds = 3
const floodLanes = 8

export async function benchmarkSignInFloodResistance(): Promise<BenchmarkComparisonRow[]> {
  const server = await startBenchmarkServer(program)
  try {
    let person = 0
    await signInMany(server, () => person++)
    const peace: FloodMeasurement[] = []
    const flooded: FloodMeasurement[] = []
    let [floodCpu, floodRequests] = [0, 0]
    for (let round = 0; round < rounds; round++) {
      const calm = await measurePass(server, () => person++)
      const flood = startFlood(server)
      const duringFlood = await measurePass(server, () => person++)
      const { sent, letIn } = await flood.stop()
      if (letIn > 0) throw new Error(`${letIn} worthless sign-ins were accepted`)
      peace.push(calm)
      flooded.push(duringFlood)
      floodCpu += duringFlood.cpu - calm.cpu
      floodRequests += sent
    }
    const [alone, duringFlood] = [summarizeWaits(peace), summarizeWaits(flooded)]
    return [
      {
        what: `honest sign-in during a flood from one /56 (${Math.round(floodRequests / (rounds * people))} worthless requests for each, ${formatMicroseconds(floodCpu / floodRequests)} CPU each)`,
        alternative: 'the same server without a flood',
        ours: `${formatMicroseconds(duringFlood.median)}, p99 ${formatMicroseconds(duringFlood.p99)}, none refused`,
        theirs: `${formatMicroseconds(alone.median)}, p99 ${formatMicroseconds(alone.p99)}`,
        ratio: alone.median / duringFlood.median,
      },
    ]
  } finally {
    await server.stop()
  }
}

interface FloodMeasurement {
  /** In microseconds: the time of each sign-in, and the CPU time of the whole pass. */
  waits: number[]
  cpu: number
}

async function measurePass(server: RunningBenchmarkServer, next: () => number): Promise<FloodMeasurement> {
  const { cpuMicroseconds: before } = await server.collect()
  const taken = await signInMany(server, next)
  const { cpuMicroseconds: after } = await server.usage()
  return { waits: taken, cpu: after - before }
}

function summarizeWaits(passes: readonly FloodMeasurement[]): { median: number; p99: number } {
  const sorted = passes.flatMap((pass) => pass.waits).sort((a, b) => a - b)
  const at = (share: number): number => sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN
  return { median: at(0.5), p99: at(0.99) }
}

async function signInMany({ origin }: RunningBenchmarkServer, next: () => number): Promise<number[]> {
  const taken: number[] = []
  for (let index = 0; index < people; index++) {
    const person = next()
    const key = createEthereumTestKey(person + 1)
    const from = `2001:${(0x1000 + person).toString(16)}::1`
    const startedAt = performance.now()
    const asked = await send(origin, '/api/challenges', from, { purpose: 'sign-in' })
    const { message: issued, chainIds } = (await asked.json()) as {
      message: Parameters<typeof formatSignInMessage>[0]
      chainIds: string[]
    }
    const message = formatSignInMessage({ ...issued, address: key.address, chainId: chainIds[0] ?? '1' })
    const answer = await send(
      origin,
      '/api/sign-in',
      from,
      { message, signature: signEthereumMessage(key, message) },
      buildCookieHeader(asked),
    )
    if (!answer.ok) throw new Error(`An honest sign-in failed with ${answer.status}: ${await answer.text()}`)
    await answer.arrayBuffer()
    taken.push((performance.now() - startedAt) * 1000)
  }
  return taken
}

function startFlood({ origin }: RunningBenchmarkServer): { stop: () => Promise<{ sent: number; letIn: number }> } {
  let [goesOn, sent, letIn] = [true, 0, 0]
  const message = formatSignInMessage({
    domain: new URL(origin).host,
    address: createEthereumTestKey(1).address,
    statement: 'Sign in.',
    uri: `${origin}/sign-in`,
    version: '1',
    chainId: '1',
    nonce: 'a'.repeat(72),
    issuedAt: new Date(0).toISOString(),
  })
  const lane = async (): Promise<void> => {
    while (goesOn) {
      sent += 1
      const answer = await send(origin, '/api/sign-in', `2001:db8:bad:${(sent % 256).toString(16)}::1`, {
        message,
        signature: `0x${'1'.repeat(128)}1b`,
      })
      if (answer.ok) letIn += 1
      await answer.arrayBuffer()
    }
  }
  const lanes = Promise.all(Array.from({ length: floodLanes }, lane))
  return {
    stop: async () => {
      goesOn = false
      await lanes
      return { sent, letIn }
    },
  }
}

const send = (origin: string, path: string, from: string, body: object, cookie = ''): Promise<Response> =>
  fetch(`${origin.replace('localhost', '127.0.0.1')}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin, 'x-forwarded-for': from, ...(cookie !== '' && { cookie }) },
    body: JSON.stringify(body),
  })
