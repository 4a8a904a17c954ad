// Tests gateways that fail, do not respond, or are malicious.
import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  startEnsGateway,
  stopEnsGateway,
  resetEnsGateway,
  ensGatewayHost,
  registerEnsGatewayName,
  ensGatewayTestState,
  createLocalChainEnsNameReader,
} from '../../testing/ens-gateway-test-server.ts'

const noName = { name: null, avatar: null }

beforeAll(startEnsGateway)
afterAll(stopEnsGateway)
beforeEach(resetEnsGateway)

describe('S10: a CCIP gateway that', () => {
  const uncertain: [string, (response: ServerResponse) => void][] = [
    ['redirects', (response) => response.writeHead(302, { location: `https://${ensGatewayHost}/other` }).end()],
    ['responds with 500', (response) => response.writeHead(500).end('{"data":"0x"}')],
    ['responds with 429', (response) => response.writeHead(429).end('{"data":"0x"}')],
    ['responds with invalid JSON', (response) => response.end('0x12')],
    ['responds without a data property', (response) => response.end('{"result":"0x"}')],
    ['responds with an odd number of hex digits', (response) => response.end('{"data":"0x123"}')],
    ['responds with data that is not a string', (response) => response.end('{"data":{"length":2}}')],
    ['responds with data just above the size limit', (response) => response.end(`{"data":"0x${'00'.repeat(24_577)}"}`)],
    ['responds with a huge body', (response) => void response.end(`{"data":"0x${'00'.repeat(1_000_000)}"}`)],
    [
      'responds with a content encoding',
      (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('x'),
    ],
    ['closes the connection', (response) => response.destroy()],
  ]
  test.each(uncertain)('%s leaves the name uncertain, without further requests', async (_, answer) => {
    const { address, name } = await registerEnsGatewayName()
    ensGatewayTestState.misbehave = answer
    expect(await createLocalChainEnsNameReader().read(address)).toEqual({ name, avatar: null, isUncertain: true })
    expect(ensGatewayTestState.asked).toHaveLength(1)
  })

  test('never responds times out and leaves the name uncertain', async () => {
    const { address, name } = await registerEnsGatewayName()
    ensGatewayTestState.misbehave = () => undefined
    const { read } = createLocalChainEnsNameReader({ limits: { outboundTimeoutSeconds: 1 } })
    expect(await read(address)).toEqual({ name, avatar: null, isUncertain: true })
    expect(ensGatewayTestState.asked).toHaveLength(1)
  })

  test('fails three times in a row is paused, and counted in the metrics', async () => {
    const time = { now: Date.parse('2026-01-15T12:00:00.000Z') }
    const { read, metrics } = createLocalChainEnsNameReader({ time })
    const { address, name } = await registerEnsGatewayName()
    ensGatewayTestState.misbehave = (response) => response.destroy()
    for (let index = 0; index < 5; index += 1) await read(address)
    expect(ensGatewayTestState.asked).toHaveLength(3)
    ensGatewayTestState.misbehave = null
    expect(await read(address)).toMatchObject({ isUncertain: true })
    time.now += 5000
    expect((await read(address)).name).toBe(name)
    const text = await metrics.metrics()
    const figures = text.split('\n').filter((line) => line.startsWith('countersign_name_lookups_total'))
    expect(figures.map((line) => line.replace(ensGatewayHost, 'HOST'))).toEqual([
      'countersign_name_lookups_total{gateway="HOST",outcome="failed"} 3',
      'countersign_name_lookups_total{gateway="HOST",outcome="resting"} 3',
      'countersign_name_lookups_total{gateway="HOST",outcome="answered"} 2',
    ])
  })

  test('responds with empty data, or data of the maximum length, yields no name', async () => {
    const { address } = await registerEnsGatewayName()
    for (const data of ['0x', `0x${'00'.repeat(24_576)}`]) {
      ensGatewayTestState.misbehave = (response) => response.end(JSON.stringify({ data }))
      expect(await createLocalChainEnsNameReader().read(address)).toEqual(noName)
    }
  })
})
