// MinIO: storage of objects (S3).
import type { Program } from '../program.ts'

export const minio: Program = {
  id: 'minio',
  name: 'MinIO',
  about: 'Storage of objects (S3).',
  where: 'its environment',
  address: 'https://minio.example',
  definition: {
    kind: 'web',
    redirectUris: ['{address}/oauth_callback'],
    scopes: ['openid', 'profile', 'groups'],
    pkce: 'optional',
    idTokenAlgorithm: 'RS256',
  },
  because: {
    idTokenAlgorithm:
      'Its documentation does not say whether it understands ES256. RS256 is what every client has to understand (OpenID Connect Core §15.1).',
    pkce: 'The version looked at sends no PKCE. Where a newer one does, it is checked all the same.',
  },
  email: 'unused',
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
      value: 'groups',
      about:
        'Members of a group get the policy of the same name, such as `readonly`; whoever is in none gets in nowhere.',
    },
    {
      name: 'MINIO_IDENTITY_OPENID_CLAIM_USERINFO',
      value: 'on',
      about: 'Claims are at userinfo here.',
    },
  ],
  form: {
    as: 'lines',
    language: 'sh',
    line: 'NAME=VALUE',
  },
  notes: ['Make a [group](../groups.md) for each policy, with its name as the id.'],
  tried: {
    how: 'written',
    version: 'RELEASE.2025-04-22',
    on: '2026-11-23',
    from: ['the settings that Authelia publishes for MinIO, tried there with RELEASE.2025-04-22'],
  },
}
