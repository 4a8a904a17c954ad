import { startFakeChainNode } from '@countersign/testing/chain/fake-chain-node'
import { startLocalEthereumChain } from '@countersign/testing/chain/local-ethereum-chain'
import { expect, test } from 'vitest'
import { createTestServer } from '../testing/countersign-test-server.ts'
import { createTestChainReader } from '../testing/chain-reader-fixtures.ts'
import { databaseMigrationNames } from './database/run-migrations.ts'
import { createMetricsRegistry, collectProcessMetrics } from './prometheus-metrics.ts'
import { readServerBuildInfo } from './read-server-build-info.ts'

const get = async (
  environment: Record<string, string>,
  address: string,
  headers: Record<string, string> = {},
): Promise<number> => {
  const { http } = await createTestServer({ environment })
  return (await http.inject({ method: 'GET', url: '/metrics', remoteAddress: address, headers })).statusCode
}

test('N6: metrics are served to this machine by default, or to the configured networks', async () => {
  expect([await get({}, '127.0.0.1'), await get({}, '::1'), await get({}, '::ffff:127.0.0.1')]).toEqual([200, 200, 200])
  expect([await get({}, '10.1.2.3'), await get({}, '203.0.113.9')]).toEqual([404, 404])
  const named = { COUNTERSIGN_METRICS_NETWORKS: '10.0.0.0/8' }
  expect([
    await get(named, '10.1.2.3'),
    await get(named, '127.0.0.1'),
    await get({ COUNTERSIGN_METRICS_NETWORKS: '' }, '127.0.0.1'),
  ]).toEqual([200, 404, 404])
})

test('N6: metrics are not served to clients behind a local proxy, trusted or not', async () => {
  for (const header of ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'])
    expect(await get({}, '127.0.0.1', { [header]: '127.0.0.1' })).toBe(404)
  const behind = { COUNTERSIGN_TRUSTED_PROXIES: '127.0.0.1' }
  expect(await get(behind, '127.0.0.1', { 'x-forwarded-for': '203.0.113.9' })).toBe(404)
  // The stranger's own value comes before the value that the proxy adds.
  expect(await get(behind, '127.0.0.1', { 'x-forwarded-for': '127.0.0.1, 203.0.113.9' })).toBe(404)
  expect(
    await get({ ...behind, COUNTERSIGN_METRICS_NETWORKS: '203.0.113.0/24' }, '127.0.0.1', {
      'x-forwarded-for': '203.0.113.9',
    }),
  ).toBe(200)
})

test('N6: /health/ready shows the release only to callers that may read metrics', async () => {
  const { http } = await createTestServer()
  const ask = async (remoteAddress: string, headers: Record<string, string> = {}): Promise<unknown> =>
    (await http.inject({ method: 'GET', url: '/health/ready', remoteAddress, headers })).json()
  expect(await ask('127.0.0.1')).toEqual({
    status: 'ready',
    version: expect.stringMatching(/^\d+\.\d+\.\d+$/) as string,
    commit: readServerBuildInfo().commit,
    node: process.versions.node,
    schema: databaseMigrationNames.at(-1),
  })
  expect(await ask('203.0.113.9')).toEqual({ status: 'ready' })
  expect(await ask('127.0.0.1', { 'x-forwarded-for': '203.0.113.9' })).toEqual({ status: 'ready' })
})

test('process metrics are collected as soon as /metrics is first read by a permitted caller', async () => {
  let calls = 0
  const { http } = await createTestServer({
    measure: (metrics) => {
      calls += 1
      collectProcessMetrics(metrics)
    },
  })
  const read = (remoteAddress: string) => http.inject({ method: 'GET', url: '/metrics', remoteAddress })
  await read('203.0.113.9')
  expect(calls).toBe(0)
  expect((await read('127.0.0.1')).body).toContain('nodejs_eventloop_lag_p99_seconds')
  await read('127.0.0.1')
  expect(calls).toBe(1)
})

test('metrics show chain read outcomes but no node addresses', async () => {
  const chain = await startLocalEthereumChain({ chainId: 10 })
  const node = await startFakeChainNode(chain.url)
  const metrics = createMetricsRegistry()
  const reader = createTestChainReader({ id: '10', rpc: [`${node.url}/secret-key`] }, { metrics })
  await reader.read([
    { to: `0x${'11'.repeat(20)}`, data: '0x' },
    { to: `0x${'22'.repeat(20)}`, data: '0x' },
  ])
  await node.setBehavior({ kind: 'garbage' })
  for (let count = 0; count < 4; count += 1) await reader.read([]).catch(() => undefined)
  const { http } = await createTestServer({ metrics })
  const response = await http.inject({ method: 'GET', url: '/metrics' })
  expect(response.headers).toMatchObject({
    'content-type': 'text/plain; version=0.0.4; charset=utf-8',
    'cache-control': 'no-store',
  })
  const lines = response.body
    .split('\n')
    .filter((line) => line.startsWith('countersign_chain') && !line.includes('_seconds_'))
  expect(lines).toEqual([
    'countersign_chain_reads_total{chain="10",outcome="answered"} 1',
    'countersign_chain_reads_total{chain="10",outcome="unavailable"} 4',
    'countersign_chain_questions_total{chain="10"} 2',
    'countersign_chain_node_failures_total{chain="10",node="1",reason="malformed"} 3',
    'countersign_chain_node_resting{chain="10",node="1"} 1',
  ])
  expect(response.body).toContain('countersign_chain_read_seconds_count{chain="10"} 5')
  expect(response.body).not.toMatch(/secret-key|127\.0\.0\.1/)
  await node.stop()
  await chain.stop()
})
