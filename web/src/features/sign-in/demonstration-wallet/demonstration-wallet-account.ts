// Asks before sharing and before each signature, and handles one request at a time.
import type { ChainNamespace } from '@countersign/message'
import { isSameWalletAddress } from '../../../ui/wallet-address-format.ts'
import type { DemonstrationWalletApprovalDialog } from './demonstration-wallet-approval-dialog.ts'
import type { DemonstrationWalletKey } from './load-or-create-demonstration-ethereum-key.ts'

/** Fails with the codes of EIP-1193 §ProviderRpcError, or with those of the chain family. */
export class DemonstrationWalletError extends Error {
  readonly code: number

  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

export type SingleApprovalDialogOpener = <Answer>(
  ask: (dialog: DemonstrationWalletApprovalDialog) => Promise<Answer>,
) => Promise<Answer>

export function createSingleApprovalDialogOpener(
  loadDialog: () => Promise<DemonstrationWalletApprovalDialog>,
): SingleApprovalDialogOpener {
  let isAsking = false
  return async (ask) => {
    // EIP-1474 §Error codes, "resource unavailable", as in other wallets.
    if (isAsking) throw new DemonstrationWalletError(-32002, 'A request is already open in the demonstration wallet.')
    isAsking = true
    try {
      return await ask(await loadDialog())
    } finally {
      isAsking = false
    }
  }
}

export interface DemonstrationWalletAccountOptions<Key> {
  readonly namespace: ChainNamespace
  readonly loadKey: () => Promise<Key>
  readonly ask: SingleApprovalDialogOpener
}

export function createDemonstrationWalletAccount<Signature, Key extends DemonstrationWalletKey<Signature>>({
  namespace,
  loadKey,
  ask,
}: DemonstrationWalletAccountOptions<Key>) {
  let key: Key | null = null
  let isConnected = false

  /** Asks again each time the user creates a new key, because each key is another account. */
  const settle = async (own: Key, askFor: () => Promise<'approved' | 'declined' | 'new-key'>): Promise<void> => {
    for (;;) {
      const answer = await askFor()
      if (answer === 'declined') throw new DemonstrationWalletError(4001, 'The person declined the request.')
      if (answer === 'approved') break
      own.renew()
    }
    isConnected = true
  }

  return {
    shared: (): Key | null => (isConnected ? key : null),
    connect: async (): Promise<Key> =>
      (isConnected && key) ||
      ask(async (dialog) => {
        const own = (key ??= await loadKey())
        await settle(own, () => dialog.askToConnect(namespace, own.address()))
        return own
      }),
    sign: (message: Uint8Array, address: unknown): Promise<Signature> =>
      ask(async (dialog) => {
        const own = key
        if (!own || !isConnected || typeof address !== 'string' || !isSameWalletAddress(address, own.address()))
          throw new DemonstrationWalletError(4100, 'This page has not been given that account.')
        const answer = await dialog.askToSign(namespace, own.address(), decodeMessageText(message), isConnected)
        if (answer !== 'approved') throw new DemonstrationWalletError(4001, 'The person declined the request.')
        return own.sign(message)
      }),
    /** Connects and signs with one dialog. @param write builds the message for an address */
    signIn: (
      write: (address: string) => Uint8Array,
    ): Promise<{ key: Key; message: Uint8Array; signature: Signature }> =>
      ask(async (dialog) => {
        const own = (key ??= await loadKey())
        await settle(own, () => {
          const message = decodeMessageText(write(own.address()))
          return dialog.askToSign(namespace, own.address(), message, isConnected)
        })
        const message = write(own.address())
        return { key: own, message, signature: own.sign(message) }
      }),
    disconnect(): boolean {
      const was = isConnected
      isConnected = false
      return was
    },
  }
}

export type DemonstrationWalletAccount<Signature, Key extends DemonstrationWalletKey<Signature>> = ReturnType<
  typeof createDemonstrationWalletAccount<Signature, Key>
>

/** Bytes that are not UTF-8 are shown as hexadecimal, never as text. */
function decodeMessageText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return `0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
  }
}
