// The named behaviors of fake Ethereum wallets.

export type FakeEthereumWalletBehavior =
  | 'good'
  | 'slow'
  | 'never-answers'
  | 'never-signs'
  | 'never-tells-chain'
  /** Never answers requests for its chain. */
  | 'never-asks-chain'
  | 'other-chain'
  | 'lower-case-address'
  | 'declines-connect'
  | 'declines-sign'
  /**
   * The wallet is locked, or busy with an earlier request (−32002), until the test calls
   * `approve()`.
   */
  | 'locked'
  | 'pending'
  /** Reports that it is busy (−32002) for the first two signing requests. */
  | 'pending-sign'
  | 'no-account'
  /** Switches accounts when asked to sign, and later signs the old message nevertheless. */
  | 'switches-address-midway'
  /**
   * These sign with the other account. Only the first one also reports that account when asked.
   */
  | 'switches-silently'
  | 'wrong-signer'
  | 'high-s'
  /** Rejects the connection with a plain string, and a signature with nested errors. */
  | 'throws-oddly'
  /** Fails with a meaningless message. */
  | 'fails'
  | 'cannot-sign'
  | 'disconnects'
  | 'window-blocked'
  /**
   * These support ERC-7846: completely, only for connecting, with a changed message, or by
   * declining.
   */
  | 'at-once'
  | 'at-once-halfway'
  | 'at-once-own-message'
  | 'at-once-declines'
  /** Never answers requests for methods that it does not know. */
  | 'silent-of-unknown'
  /** These differ in how they announce themselves to the page. */
  | 'announces-twice'
  | 'announces-late'
  | 'evil-icon'
  | 'impostor'
