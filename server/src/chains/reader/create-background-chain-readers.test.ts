// Background reads while all foreground slots are taken, with real nodes (THREATS S8, S9).
import type { ContractCall } from '@countersign/proof/chain-reader'
import { startFakeChainNode } from '@countersign/testing/chain/fake-chain-node'
import { startLocalEthereumChain } from '@countersign/testing/chain/local-ethereum-chain'
import { expect, onTestFinished, test } from 'vitest'
import { createMetricsRegistry } from '../../platform/prometheus-metrics.ts'
import { createTestChainReaders, createTestChainSettings } from '../../testing/chain-reader-fixtures.ts'
import { createBackgroundChainReaders } from './create-background-chain-readers.ts'

const question: ContractCall = { to: `0x${'11'.repeat(20)}`, data: '0x00' }

test('S9: a flood of sign-ins blocks neither background chain reads nor any read after the flood', async () => {
  const chain = await startLocalEthereumChain({ chainId: 8453 })
  const node = await startFakeChainNode(chain.url)
  onTestFinished(async () => {
    await node.stop()
    await chain.stop()
  })
  const metrics = createMetricsRegistry()
  const chains = createTestChainReaders([createTestChainSettings({ id: '8453', rpc: [node.url] })], { metrics })
  const [front, behind] = [chains, createBackgroundChainReaders(chains)].map((some) => some.get('8453'))
  const flood = Array.from({ length: 144 }, () =>
    front === undefined ? Promise.reject(new Error('no chain')) : front.read([question]).catch(String),
  )
  expect(await behind?.read([question], { blockTag: 'finalized' })).toMatchObject({ results: [{ outcome: 'no-code' }] })
  await Promise.all(flood)
  expect(await front?.read([question])).toMatchObject({ results: [{ outcome: 'no-code' }] })
  expect(await metrics.getSingleMetricAsString('countersign_chain_node_resting')).toContain(
    'countersign_chain_node_resting{chain="8453",node="1"} 0',
  )
})
