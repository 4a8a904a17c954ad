import { startFakeChainNode } from '@countersign/testing/chain/fake-chain-node'
import { startLocalEthereumChain } from '@countersign/testing/chain/local-ethereum-chain'
import type { LocalEthereumChain } from '@countersign/testing/chain/local-ethereum-chain'
import { tmpdir } from 'node:os'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { runCliCommandForTests } from '../testing/cli-command-test-steps.ts'

let chain: LocalEthereumChain

beforeAll(async () => {
  chain = await startLocalEthereumChain({ chainId: 8453 })
  await chain.mine(5)
})
afterAll(() => chain.stop())

async function check(chains: object[], words: string[] = []): Promise<{ exitCode: number; output: string }> {
  const environment = { COUNTERSIGN_CHAINS: JSON.stringify(chains), COUNTERSIGN_CHAIN_READ_TIMEOUT_SECONDS: '1' }
  const { code, out, error } = await runCliCommandForTests(['chain', 'check', ...words], {
    folder: tmpdir(),
    environment,
  })
  return {
    exitCode: code,
    output: (out + error)
      .replaceAll(/127\.0\.0\.1:\d+/g, 'HOST')
      .replaceAll(/-?\d+ s old/g, 'AGE')
      .replaceAll(/takes \d+ ms/g, 'takes TIME'),
  }
}

test('chain check reports the findings for a good node', async () => {
  expect(await check([{ id: '8453', rpc: chain.url }])).toMatchInlineSnapshot(`
    {
      "exitCode": 0,
      "output": "Base (8453): one node
      node 1, HOST: OK
          chain 8453
          newest block 5, AGE
          finalized block 3, AGE
          contract calls work
          a chain read takes TIME of the allowed 1000 ms (COUNTERSIGN_CHAIN_READ_TIMEOUT_SECONDS)
    ",
    }
  `)
})

test('chain check reports what each faulty node cannot do, and hides the rest of its URL', async () => {
  const { url: silent, stop: stopSilent } = await startFakeChainNode(chain.url, { kind: 'silent' })
  const { url: wrong, stop: stopWrong } = await startFakeChainNode(chain.url, { kind: 'wrong-chain', chainId: 1 })
  const { url: without, stop: stopWithout } = await startFakeChainNode(chain.url, {
    kind: 'lying',
    lie: ({ method, params }, result) => (method === 'eth_call' || params[0] === 'finalized' ? '0x' : result),
  })
  const rpc = [silent, wrong, without, chain.url].map((url) => `${url}/?key=secret-key`)
  const { exitCode, output } = await check([
    { id: '8453', rpc, quorum: 2 },
    { id: '10', rpc: 'http://127.0.0.1:9' },
  ])
  expect(exitCode).toBe(1)
  expect(output).not.toContain('secret-key')
  expect(output).toMatchInlineSnapshot(`
    "Base (8453): 4 nodes, of which 2 must agree
      node 1, HOST: FAILED
        ! chain ID: the node did not answer in time
      node 2, HOST: FAILED
        ! chain ID: this is a node of chain 1, not of 8453
      node 3, HOST: FAILED
          chain 8453
          newest block 5, AGE
        ! finalized block: the node answered with a malformed response
        ! contract calls: the node does not run the code of an undeployed contract (eth_call without "to")
      node 4, HOST: OK
          chain 8453
          newest block 5, AGE
          finalized block 3, AGE
          contract calls work
          a chain read takes TIME of the allowed 1000 ms (COUNTERSIGN_CHAIN_READ_TIMEOUT_SECONDS)
    OP Mainnet (10): one node
      node 1, HOST: FAILED
        ! chain ID: the node could not be reached
    "
  `)
  for (const stop of [stopSilent, stopWrong, stopWithout]) await stop()
})

test('chain check reports a node that is behind', async () => {
  const { exitCode, output } = await check([{ id: '8453', rpc: (await startOld()).url, staleSeconds: 60 }])
  expect([exitCode, output.split('\n').find((line) => line.includes('newest'))]).toEqual([
    1,
    expect.stringMatching(
      /! newest block \d+, AGE: its time differs from the clock of this machine by more than 60 s/,
    ) as string,
  ])
})

async function startOld(): Promise<LocalEthereumChain> {
  const old = await startLocalEthereumChain({ chainId: 8453, now: Date.now() - 86_400_000 })
  onTestFinished(() => old.stop())
  return old
}

test('chain check can select one chain, and reports missing or unknown chains', async () => {
  const chains = [
    { id: '8453', rpc: chain.url },
    { id: '10', rpc: 'http://127.0.0.1:9' },
  ]
  expect((await check(chains, ['8453'])).exitCode).toBe(0)
  expect(await check([])).toEqual({
    exitCode: 0,
    output: 'No chain is configured (COUNTERSIGN_CHAINS): only ordinary keys and passkeys can sign in.\n',
  })
  expect(await check(chains, ['1'])).toEqual({
    exitCode: 2,
    output:
      'error: Chain "1" is not configured (COUNTERSIGN_CHAINS). "npx countersign chain check" tests all configured chains.\n',
  })
})
