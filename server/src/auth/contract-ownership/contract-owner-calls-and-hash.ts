// Who controls a contract wallet, as far as the usual ones say it themselves: their owners, how many of these must sign, and the code that they hang on
// (a proxy's code stays as it is when what it calls is replaced). What a contract does not know it answers nothing to, and that is remembered too.
import { createHash } from 'node:crypto'
import type { ContractCallResult, Hex, ContractCall } from '@countersign/proof/chain-reader'

// The first four bytes of the hash of each function's signature.
const ownerGetters: readonly Hex[] = [
  '0xa0e67e2b', // getOwners(), Safe and other multisigs
  '0xe75235b8', // getThreshold(), Safe
  '0xa619486e', // masterCopy(), the proxies of Safe
  '0x8da5cb5b', // owner(), ERC-173 and most accounts with one key
  '0x5c60da1b', // implementation(), proxies that tell (ERC-1967 names only where they keep it)
  '0xd948fd2e', // nextOwnerIndex(), Coinbase Smart Wallet: goes up with each owner that comes
  '0x36d9cf9b', // removedOwnersCount(), Coinbase Smart Wallet: goes up with each owner that goes
]

/** @param address of the contract */
export const buildContractOwnerCalls = (address: string): ContractCall[] =>
  ownerGetters.map((data) => ({ to: address.toLowerCase() as Hex, data }))

/** What the answers come to: alike only where all of them are. */
export const hashContractOwners = (answers: readonly ContractCallResult[]): string =>
  createHash('sha256')
    .update(JSON.stringify(answers.map((answer) => (answer.outcome === 'answered' ? answer.data : answer.outcome))))
    .digest('base64url')
