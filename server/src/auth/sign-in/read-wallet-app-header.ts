import { findWalletAppId } from '@countersign/api/sign-in-ways'
import type { FastifyRequest } from 'fastify'

/**
 * Reads the wallet app that the browser names in the header `countersign-wallet`. It is a header,
 * because an instance of the previous release ignores it (decision 0034).
 *
 * @returns an ID of `walletAppIds`; undefined without the header
 */
export function readWalletAppHeader({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  const name = headers['countersign-wallet']
  if (typeof name !== 'string' || name === '') return undefined
  try {
    return findWalletAppId(decodeURIComponent(name))
  } catch {
    return 'other'
  }
}
