// One account of the demonstration wallet, of whichever chain family: it is shared once the person agrees, and each signature is asked for. Only
// one thing is asked at a time, whatever the family.
import type { ChainNamespace } from '@countersign/message'
import { isSameWalletAddress } from '../../../ui/wallet-address-format.ts'
import type { DemonstrationWalletApprovalDialog } from './demonstration-wallet-approval-dialog.ts'
import type { DemonstrationWalletKey } from './load-or-create-demonstration-ethereum-key.ts'

/** EIP-1193 §ProviderRpcError; wallets of other chain families fail with the same codes, or say theirs. */
export class DemonstrationWalletError extends Error {
  readonly code: number

  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

/** Asks the person something; while it does, nobody else may. */
export type SingleApprovalDialogOpener = <Answer>(
  ask: (dialog: DemonstrationWalletApprovalDialog) => Promise<Answer>,
) => Promise<Answer>

/** @param loadDialog loads it when it is first needed */
export function createSingleApprovalDialogOpener(
  loadDialog: () => Promise<DemonstrationWalletApprovalDialog>,
): SingleApprovalDialogOpener {
  let isAsking = false
  return async (ask) => {
    // EIP-1474 §Error codes, "resource unavailable", as wallets answer it.
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
  /** Loads the key when it is first needed. */
  readonly loadKey: () => Promise<Key>
  readonly ask: SingleApprovalDialogOpener
}

/** It shares nothing before the person has agreed to it on this page. */
export function createDemonstrationWalletAccount<Signature, Key extends DemonstrationWalletKey<Signature>>({
  namespace,
  loadKey,
  ask,
}: DemonstrationWalletAccountOptions<Key>) {
  let key: Key | null = null
  let isConnected = false

  /** Asks until the person has decided: each new key is another account to agree to. */
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
    /** The key, once it is shared. */
    shared: (): Key | null => (isConnected ? key : null),
    connect: async (): Promise<Key> =>
      (isConnected && key) ||
      ask(async (dialog) => {
        const own = (key ??= await loadKey())
        await settle(own, () => dialog.askToConnect(namespace, own.address()))
        return own
      }),
    /** @param address must be the one that is shared */
    sign: (message: Uint8Array, address: unknown): Promise<Signature> =>
      ask(async (dialog) => {
        const own = key
        if (!own || !isConnected || typeof address !== 'string' || !isSameWalletAddress(address, own.address()))
          throw new DemonstrationWalletError(4100, 'This page has not been given that account.')
        const answer = await dialog.askToSign(namespace, own.address(), decodeMessageText(message), isConnected)
        if (answer !== 'approved') throw new DemonstrationWalletError(4001, 'The person declined the request.')
        return own.sign(message)
      }),
    /** Connects and signs with one question. @param write the message for an address */
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

/** What the bytes say; bytes that are no text are shown as digits, never as something that looks like text. */
function decodeMessageText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return `0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
  }
}
