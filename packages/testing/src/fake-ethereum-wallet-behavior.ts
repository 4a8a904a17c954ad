// How a fake Ethereum wallet behaves when it is asked, by name.

export type FakeEthereumWalletBehavior =
  | 'good'
  /** Answers after a while. */
  | 'slow'
  | 'never-answers'
  | 'never-signs'
  | 'never-tells-chain'
  /** Never answers what is asked of its chain. */
  | 'never-asks-chain'
  | 'other-chain'
  | 'lower-case-address'
  | 'declines-connect'
  | 'declines-sign'
  /** Locked, or busy with an older request (−32002), until `approve()`. */
  | 'locked'
  | 'pending'
  /** Busy (−32002) the first two times that it is asked to sign. */
  | 'pending-sign'
  | 'no-account'
  /** Changes to the other account when it is asked to sign, and signs the old message all the same, late. */
  | 'switches-address-midway'
  /** Signs with the other account: says so when asked which one it is on, or does not. */
  | 'switches-silently'
  | 'wrong-signer'
  | 'high-s'
  /** Declines first with a bare text, then, when signing, inside an error in an error. */
  | 'throws-oddly'
  /** Fails with words that say nothing. */
  | 'fails'
  | 'cannot-sign'
  | 'disconnects'
  | 'window-blocked'
  /** Connects and signs in at once (ERC-7846): does so, only connects, writes a message of its own, or has its person say no. */
  | 'at-once'
  | 'at-once-halfway'
  | 'at-once-own-message'
  | 'at-once-declines'
  /** Never answers what it does not know. */
  | 'silent-of-unknown'
  /** These four differ in how they announce themselves. */
  | 'announces-twice'
  | 'announces-late'
  | 'evil-icon'
  | 'impostor'
