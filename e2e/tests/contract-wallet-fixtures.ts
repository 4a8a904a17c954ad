// Safes with two owners, and fake wallets that sign for them.
import { installFakeEthereumWallets } from '@countersign/testing/fake-ethereum-wallet'
import type { FakeContractWallet } from '@countersign/testing/fake-ethereum-wallet'
import { createEthereumTestKey } from '@countersign/testing/ethereum-test-keys'
import type { Page } from '@playwright/test'

export const testSafeOwnerKeys = [createEthereumTestKey(701), createEthereumTestKey(702)] as const
let salts = 0
/** A different salt per test, so each test gets its own Safe; both owners must approve. */
export const createUniqueSafeOptions = () => ({ owners: testSafeOwnerKeys, threshold: 2, salt: (salts += 1) })

export const installFakeContractWallet = (page: Page, contract: FakeContractWallet) =>
  installFakeEthereumWallets(page, [{ behavior: 'good', contract }])

export const sharedSafeWalletNoticeText = 'This is a shared wallet: 2 of its 2 owners must approve.'
