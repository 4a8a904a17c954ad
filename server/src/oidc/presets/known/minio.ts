import type { ApplicationPreset } from '../application-preset-types.ts'

export const minio: ApplicationPreset = {
  id: 'minio',
  name: 'MinIO',
  category: 'files',
  description: 'Object storage (S3).',
  settingsLocation: 'its environment',
  address: 'https://minio.example',
  definition: {
    kind: 'web',
    redirectUris: ['{address}/oauth_callback'],
    scopes: ['openid', 'profile', 'groups'],
    pkce: 'optional',
    idTokenAlgorithm: 'RS256',
    requires: [{ claim: 'groups', reason: 'MinIO assigns your permissions by them.' }],
  },
  reasons: {
    requires: 'People without groups have no policy, and MinIO refuses people without a policy.',
    idTokenAlgorithm:
      'Its documentation does not say whether it supports ES256. Every client must support RS256 (OpenID Connect Core §15.1).',
    pkce: 'The version examined does not use PKCE. If a newer version does, Countersign checks it.',
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
        'A person’s groups determine their policies: create the groups, then run `npx countersign application change {client_id} --claim "policy from admins:consoleAdmin staff:readwrite"`, with a MinIO policy after each group ID. People without a policy are refused.',
    },
    {
      name: 'MINIO_IDENTITY_OPENID_CLAIM_USERINFO',
      value: 'on',
      explanation: 'Countersign returns these claims from userinfo.',
    },
  ],
  settingsFormat: {
    as: 'lines',
    language: 'sh',
    line: 'NAME=VALUE',
  },
  notes: [
    '[Group](../groups.md) IDs contain no capital letters, but policy names such as `consoleAdmin` do, so MinIO gets policies instead of groups.',
    '**From RELEASE.2025-05-24 on, the MinIO console has no OpenID button**: it was removed upstream. Only the STS call `AssumeRoleWithWebIdentity` with a token remains. These settings are for RELEASE.2025-04-22, the last version with the button.',
  ],
  verification: {
    how: 'written',
    version: 'RELEASE.2025-04-22',
    on: '2026-11-23',
    from: ['Authelia’s guide for MinIO, tested there with RELEASE.2025-04-22'],
  },
}
