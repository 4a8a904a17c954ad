// MinIO: storage of objects (S3).
import type { ApplicationPreset } from '../application-preset-types.ts'

export const minio: ApplicationPreset = {
  id: 'minio',
  name: 'MinIO',
  description: 'Storage of objects (S3).',
  settingsLocation: 'its environment',
  address: 'https://minio.example',
  definition: {
    kind: 'web',
    redirectUris: ['{address}/oauth_callback'],
    scopes: ['openid', 'profile', 'groups'],
    pkce: 'optional',
    idTokenAlgorithm: 'RS256',
    requires: [{ claim: 'groups', reason: 'MinIO gives you rights by them.' }],
  },
  reasons: {
    requires: 'Without groups there is no policy, and MinIO refuses a person without one.',
    idTokenAlgorithm:
      'Its documentation does not say whether it understands ES256. RS256 is what every client has to understand (OpenID Connect Core §15.1).',
    pkce: 'The version looked at sends no PKCE. Where a newer one does, it is checked all the same.',
  },
  email: 'unused',
  signOut: 'own',
  settings: [
    {
      name: 'MINIO_IDENTITY_OPENID_CONFIG_URL',
      value: '{issuer}/.well-known/openid-configuration',
    },
    {
      name: 'MINIO_IDENTITY_OPENID_CLIENT_ID',
      value: '{client_id}',
    },
    {
      name: 'MINIO_IDENTITY_OPENID_CLIENT_SECRET',
      value: '{client_secret}',
    },
    {
      name: 'MINIO_IDENTITY_OPENID_SCOPES',
      value: '{scopes_comma}',
    },
    {
      name: 'MINIO_IDENTITY_OPENID_REDIRECT_URI',
      value: '{redirect}',
    },
    {
      name: 'MINIO_IDENTITY_OPENID_REDIRECT_URI_DYNAMIC',
      value: 'off',
    },
    {
      name: 'MINIO_IDENTITY_OPENID_DISPLAY_NAME',
      value: 'Countersign',
    },
    {
      name: 'MINIO_IDENTITY_OPENID_CLAIM_NAME',
      value: 'policy',
      explanation:
        'The policies of a person, by their groups: make the groups, then run `npx countersign application change {client_id} --claim "policy from admins:consoleAdmin staff:readwrite"`, with a policy of MinIO after each group ID. A person without a policy is refused.',
    },
    {
      name: 'MINIO_IDENTITY_OPENID_CLAIM_USERINFO',
      value: 'on',
      explanation: 'Claims are at userinfo here.',
    },
  ],
  settingsFormat: {
    as: 'lines',
    language: 'sh',
    line: 'NAME=VALUE',
  },
  notes: [
    'IDs of [groups](../groups.md) have no capitals, and names of policies such as `consoleAdmin` do, which is why MinIO gets policies and not groups.',
    '**From RELEASE.2025-05-24 on, the console of MinIO has no OpenID button**: its makers took it out. Only the STS call `AssumeRoleWithWebIdentity` with a token is left. The settings are for RELEASE.2025-04-22, the last version with the button.',
  ],
  verification: {
    how: 'written',
    version: 'RELEASE.2025-04-22',
    on: '2026-11-23',
    from: ['the settings that Authelia publishes for MinIO, tried there with RELEASE.2025-04-22'],
  },
}
