// The settings of a site that a history is recorded of.

/** Everybody comes from one machine, and much more often than people do. */
const unlimitedSettings = [
  'CHALLENGES_PER_MINUTE',
  'CHALLENGES_PER_NETWORK_PER_MINUTE',
  'SIGN_INS_PER_MINUTE',
  'SIGN_INS_PER_NETWORK_PER_MINUTE',
  'SIGN_INS_PER_WALLET_PER_MINUTE',
  'CONTRACT_PROOFS_PER_MINUTE',
  'CONTRACT_PROOFS_PER_NETWORK_PER_MINUTE',
  'CLIENT_REQUESTS_PER_MINUTE',
  'CLIENT_REQUESTS_PER_NETWORK_PER_MINUTE',
]

/** What every instance is started with. */
export const serverClusterTestSettings: Record<string, string> = {
  // A site behind a proxy that ends TLS; what clients send goes to the instances outright.
  COUNTERSIGN_ORIGIN: 'https://sign-in.example',
  COUNTERSIGN_TRUSTED_PROXIES: '127.0.0.1',
  COUNTERSIGN_LOG_LEVEL: 'error',
  // Nothing runs out while a history is recorded, whatever clock an instance has.
  COUNTERSIGN_AUTHORIZATION_CODE_LIFETIME_SECONDS: '600',
  COUNTERSIGN_ACCESS_TOKEN_LIFETIME_SECONDS: '3600',
  ...Object.fromEntries(unlimitedSettings.map((name) => [`COUNTERSIGN_${name}`, '1000000'])),
}
