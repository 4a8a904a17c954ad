// step-ca, a certificate authority for TLS and SSH, by its OIDC provisioner.
import type { Program } from '../program.ts'

export const stepCa: Program = {
  id: 'step-ca',
  name: 'step-ca',
  about: 'Certificate authority for TLS and SSH: people get short-lived certificates by signing in.',
  where: 'ca.json, member authority.provisioners, or step ca provisioner add',
  address: null,
  definition: {
    kind: 'native',
    redirectUris: ['http://127.0.0.1'],
    scopes: ['openid', 'profile', 'wallet', 'groups'],
    claimsIn: 'id-token',
    idTokenAlgorithm: 'ES256',
  },
  because: {
    claimsIn: 'step-ca receives the ID token alone.',
    idTokenAlgorithm: 'ES256 was run.',
  },
  email: 'unused',
  settings: [
    { name: 'type', value: 'OIDC' },
    { name: 'name', value: 'countersign' },
    { name: 'clientID', value: '{client_id}' },
    {
      name: 'clientSecret',
      value: '',
      about: 'The application is public: `step` runs on people’s machines, which cannot keep a secret.',
    },
    { name: 'configurationEndpoint', value: '{issuer}/.well-known/openid-configuration' },
    { name: 'admins', value: '["admins"]', about: 'The ID of a Countersign group; an email address also works.' },
    { name: 'groups', value: '["admins", "staff"]', about: 'Only members of one of these groups get a certificate.' },
  ],
  form: {
    as: 'text',
    language: 'json',
    text: `{
  "type": "OIDC",
  "name": "countersign",
  "clientID": "{client_id}",
  "clientSecret": "",
  "configurationEndpoint": "{issuer}/.well-known/openid-configuration",
  "scopes": ["openid", "profile", "wallet", "groups"],
  "admins": ["admins"],
  "groups": ["admins", "staff"]
}`,
  },
  notes: [
    '`scopes` needs a step-ca and a `step` from June 2025 or newer; older ones request `openid email` alone, so that the token has no groups, and `groups` refuses everyone.',
    '**Names**: a person without an email address gets a certificate for their `sub`. With `--email alias` it names the alias.',
    '**Groups** are the IDs of the groups at Countersign. Someone outside of `groups` is refused with "invalid group". A person who leaves the groups out at consent is refused as well.',
    '**An ID token works once**: step-ca takes its nonce as the number of the token.',
    '**Keys**: step-ca keeps the keys of `/jwks` for as long as the answer says, which is 300 seconds. After `keys rotate --now` it accepts tokens of the old key, and refuses those of the new one, for up to that long.',
    'step-ca must reach the issuer by https, with a certificate that it trusts.',
  ],
  tried: {
    how: 'by-hand',
    version: '0.30.2 (its OIDC provisioner)',
    on: '2026-11-27',
    what: 'X.509 and SSH authorizations, an administrator by group, a person outside of the groups, a key rotation',
  },
}
