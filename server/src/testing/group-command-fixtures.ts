// A chain with tokens of each kind, and a temporary folder for a server that reads the chain.
import { toChecksumAddress } from '@countersign/message'
import { startLocalEthereumChain } from '@countersign/testing/chain/local-ethereum-chain'
import { deployTestContract } from '@countersign/testing/chain/smart-contract-fixtures'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { runCliCommandForTests } from './cli-command-test-steps.ts'

/** Deploys two ERC-20 contracts, an ERC-721 and an ERC-1155 contract. */
export async function startTokenChain() {
  const chain = await startLocalEthereumChain({ chainId: 8453 })
  const coin = toChecksumAddress(await deployTestContract(chain, 'TestCoin'))
  const money = toChecksumAddress(await deployTestContract(chain, 'TestMoney', ['USD Money', 'USDM', 6]))
  const picture = toChecksumAddress(await deployTestContract(chain, 'TestPicture'))
  const items = toChecksumAddress(await deployTestContract(chain, 'TestItems'))
  await chain.mine(2)
  return { chain, coin, money, picture, items }
}

export function createGroupCliCommandFolder({ url }: { url: string }) {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-groups-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const address = `sqlite:${join(folder, 'data/countersign.db')}`
  const chains = JSON.stringify([{ id: '8453', rpc: url }])
  const environment = {
    COUNTERSIGN_DATABASE: address,
    COUNTERSIGN_ORIGIN: 'https://sign-in.example',
    COUNTERSIGN_CHAINS: chains,
  }
  const runWith =
    (more: Record<string, string>) =>
    async (...words: string[]): Promise<string> => {
      const { code, out, error } = await runCliCommandForTests(words, {
        folder,
        environment: { ...environment, ...more },
      })
      return `${code} ${out}${error}`.trimEnd()
    }
  const run = runWith({})
  const write = (name: string, content: unknown): void =>
    writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content))
  return { address, folder, run, runWith, write }
}
