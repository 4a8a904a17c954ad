// Gateways that are ill, silent or lie.
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

describe('S10 a gateway that', () => {
  const uncertain: [string, (response: ServerResponse) => void][] = [
    [
      'sends the reader on',
      (response) => response.writeHead(302, { location: `https://${ensGatewayHost}/other` }).end(),
    ],
    ['is ill', (response) => response.writeHead(500).end('{"data":"0x"}')],
    ['asks to come later', (response) => response.writeHead(429).end('{"data":"0x"}')],
    ['answers what is no JSON', (response) => response.end('0x12')],
    ['answers another member', (response) => response.end('{"result":"0x"}')],
    ['answers half a byte', (response) => response.end('{"data":"0x123"}')],
    ['answers no text', (response) => response.end('{"data":{"length":2}}')],
    ['answers more than is brought back', (response) => response.end(`{"data":"0x${'00'.repeat(24_577)}"}`)],
    ['answers without end', (response) => void response.end(`{"data":"0x${'00'.repeat(1_000_000)}"}`)],
    ['answers in another encoding', (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('x')],
    ['hangs up', (response) => response.destroy()],
  ]
  test.each(uncertain)('%s leaves the name open, and is asked nothing else', async (_, answer) => {
    const { address, name } = await registerEnsGatewayName()
    ensGatewayTestState.misbehave = answer
    expect(await createLocalChainEnsNameReader().read(address)).toEqual({ name, avatar: null, isUncertain: true })
    expect(ensGatewayTestState.asked).toHaveLength(1)
  })

  test('never answers is given up', async () => {
    const { address, name } = await registerEnsGatewayName()
    ensGatewayTestState.misbehave = () => undefined
    const { read } = createLocalChainEnsNameReader({ limits: { outboundTimeoutSeconds: 1 } })
    expect(await read(address)).toEqual({ name, avatar: null, isUncertain: true })
    expect(ensGatewayTestState.asked).toHaveLength(1)
  })

  test('fails three times in a row is left alone for a while, and counted', async () => {
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

  test('answers an empty text, or the longest that is brought back, names nobody by it', async () => {
    const { address } = await registerEnsGatewayName()
    for (const data of ['0x', `0x${'00'.repeat(24_576)}`]) {
      ensGatewayTestState.misbehave = (response) => response.end(JSON.stringify({ data }))
      expect(await createLocalChainEnsNameReader().read(address)).toEqual(noName)
    }
  })
})
