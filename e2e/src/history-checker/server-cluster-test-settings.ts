// Server settings for recording a history.

/** All clients share one machine, and act far more often than people do. */
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

export const serverClusterTestSettings: Record<string, string> = {
  // The site of a TLS-terminating proxy; clients send requests directly to the instances.
  COUNTERSIGN_ORIGIN: 'https://sign-in.example',
  COUNTERSIGN_TRUSTED_PROXIES: '127.0.0.1',
  COUNTERSIGN_LOG_LEVEL: 'error',
  // Nothing may expire during a run, whatever an instance's clock.
  COUNTERSIGN_AUTHORIZATION_CODE_LIFETIME_SECONDS: '600',
  COUNTERSIGN_ACCESS_TOKEN_LIFETIME_SECONDS: '3600',
  ...Object.fromEntries(unlimitedSettings.map((name) => [`COUNTERSIGN_${name}`, '1000000'])),
}
