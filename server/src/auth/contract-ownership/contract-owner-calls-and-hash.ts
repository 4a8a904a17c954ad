// Reads and hashes a contract wallet's owners. The hash also covers which calls are unsupported.
import { createHash } from 'node:crypto'
import type { ContractCallResult, Hex, ContractCall } from '@countersign/proof/chain-reader'

const ownerGetters: readonly Hex[] = [
  '0xa0e67e2b', // getOwners(), Safe and other multisigs
  '0xe75235b8', // getThreshold(), Safe
  '0xa619486e', // masterCopy(), Safe proxies
  '0x8da5cb5b', // owner(), ERC-173 and most single-key accounts
  '0x5c60da1b', // implementation(), proxies that report it (ERC-1967 only defines the slot)
  '0xd948fd2e', // nextOwnerIndex(), Coinbase Smart Wallet: goes up with each added owner
  '0x36d9cf9b', // removedOwnersCount(), Coinbase Smart Wallet: goes up with each removed owner
]

export const buildContractOwnerCalls = (address: string): ContractCall[] =>
  ownerGetters.map((data) => ({ to: address.toLowerCase() as Hex, data }))

export const hashContractOwners = (answers: readonly ContractCallResult[]): string =>
  createHash('sha256')
    .update(JSON.stringify(answers.map((answer) => (answer.outcome === 'answered' ? answer.data : answer.outcome))))
    .digest('base64url')
