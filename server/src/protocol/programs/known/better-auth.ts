// Better Auth: a library for sites made with TypeScript, with its plugin genericOAuth.
import type { Program } from '../program.ts'

export const betterAuth: Program = {
  id: 'better-auth',
  name: 'Better Auth',
  about: 'A library for sites made with TypeScript, with its plugin genericOAuth.',
  where: 'the plugins of betterAuth()',
  address: 'https://app.example',
  definition: {
    kind: 'web',
    redirectUris: ['{address}/api/auth/oauth2/callback/countersign'],
    scopes: ['openid', 'profile'],
    authentication: 'client_secret_post',
  },
  because: {
    authentication: 'It sends the secret in the body; `authentication: "basic"` is the other way.',
  },
  email: 'alias',
  settings: [
    {
      name: 'providerId',
      value: 'countersign',
      about: 'It is part of the redirect address.',
    },
    {
      name: 'discoveryUrl',
      value: '{issuer}/.well-known/openid-configuration',
    },
    {
      name: 'clientId',
      value: '{client_id}',
    },
    {
      name: 'clientSecret',
      value: '{client_secret}',
    },
    {
      name: 'scopes',
      value: '[{scopes_list}, "email"]',
    },
    {
      name: 'pkce',
      value: 'true',
      about: 'It is off by default, and needed here.',
    },
    {
      name: 'requireIssuerValidation',
      value: 'true',
    },
  ],
  form: {
    as: 'text',
    language: 'ts',
    text: `genericOAuth({
  config: [
    {
      providerId: 'countersign',
      discoveryUrl: '{issuer}/.well-known/openid-configuration',
      clientId: '{client_id}',
      clientSecret: process.env.COUNTERSIGN_CLIENT_SECRET, // {client_secret}
      scopes: [{scopes_list}, "email"],
      pkce: true,
      requireIssuerValidation: true,
    },
  ],
})`,
  },
  notes: [
    'Without an address people come back with `?error=email_not_found`. `mapProfileToUser` can give another text for one, such as made of `sub` at a domain of your own.',
  ],
  tried: {
    how: 'written',
    version: 'documentation at 030b1b5d',
    on: '2026-11-23',
    from: ['its documentation ("Generic OAuth")', 'its source'],
  },
}
