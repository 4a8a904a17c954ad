// A key and the contracts to which it delegates (EIP-7702) share an address, which belongs to one
// person (decision 0042).
import type {
  DatabaseQueryBuilder,
  DatabaseTransaction,
} from '../../platform/database/open-sqlite-or-postgres-database.ts'
import type { WalletsTable } from '../../platform/database/database-schema.ts'
import { listWalletsOfEthereumAddress, lockEthereumAddress } from '../../store/wallets/ethereum-address-wallet-store.ts'
import { refuseAuthenticationAttempt } from '../challenges/authentication-attempt-refusals.ts'
import type { RefusedAuthenticationAttempt } from '../challenges/authentication-attempt-refusals.ts'
import type { VerifiedWallet } from '../challenges/verify-wallet-signature.ts'

export type NewWalletProof = Pick<VerifiedWallet, 'identity' | 'isDelegate'>

/** Contracts with code of their own share their address with no key. */
const canShareAddress = ({ identity, isDelegate }: NewWalletProof): boolean =>
  identity.namespace === 'eip155' && (identity.kind === 'key' || isDelegate)

/** Until the transaction ends. Take this lock before that of a person. */
export async function lockAddressOfNewWallet(transaction: DatabaseTransaction, proof: NewWalletProof): Promise<void> {
  if (canShareAddress(proof)) await lockEthereumAddress(transaction, proof.identity.address)
}

export const listWalletsWithSameAddress = async (
  queries: DatabaseQueryBuilder,
  proof: NewWalletProof,
): Promise<WalletsTable[]> =>
  canShareAddress(proof) ? listWalletsOfEthereumAddress(queries, proof.identity.address) : []

/** The key of an address decides who uses it, so other people cannot take its delegates off hold. */
export const isKeyOfOtherPerson = async (
  queries: DatabaseQueryBuilder,
  { namespace, address, person_id: personId }: Pick<WalletsTable, 'namespace' | 'address' | 'person_id'>,
): Promise<boolean> =>
  namespace === 'eip155' &&
  (await listWalletsOfEthereumAddress(queries, address)).some(
    ({ kind, person_id }) => kind === 'key' && person_id !== personId,
  )

export const refuseAddressInUse = (): RefusedAuthenticationAttempt =>
  refuseAuthenticationAttempt('wallet.address_in_use', 'the address is linked as a key or on another chain')
