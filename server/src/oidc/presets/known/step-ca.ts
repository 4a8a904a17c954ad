import type { ApplicationPreset } from '../application-preset-types.ts'

export const stepCa: ApplicationPreset = {
  id: 'step-ca',
  name: 'step-ca',
  category: 'infrastructure',
  description: 'Certificate authority: short-lived certificates for TLS and SSH.',
  settingsLocation: 'ca.json, member authority.provisioners, or step ca provisioner add',
  address: null,
  definition: {
    kind: 'native',
    redirectUris: ['http://127.0.0.1'],
    scopes: ['openid', 'profile', 'wallet', 'groups'],
    claimsIn: 'id-token',
    idTokenAlgorithm: 'ES256',
  },
  reasons: {
    claimsIn: 'step-ca receives only the ID token.',
    idTokenAlgorithm: 'Tested with ES256.',
  },
  email: 'unused',
  settings: [
    { name: 'type', value: 'OIDC' },
    { name: 'name', value: 'countersign' },
    { name: 'clientID', value: '{client_id}' },
    {
      name: 'clientSecret',
      value: '',
      explanation: 'The application is public: `step` runs on people’s machines and cannot keep a secret.',
    },
    { name: 'configurationEndpoint', value: '{issuer}/.well-known/openid-configuration' },
    { name: 'admins', value: '["admins"]', explanation: 'The ID of a Countersign group; an email address also works.' },
    {
      name: 'groups',
      value: '["admins", "staff"]',
      explanation: 'Only members of one of these groups get a certificate.',
    },
  ],
  settingsFormat: {
    as: 'text',
    language: 'json',
    text: `{
  "type": "OIDC",
  "name": "countersign",
  "clientID": "{client_id}",
  "clientSecret": "",
  "configurationEndpoint": "{issuer}/.well-known/openid-configuration",
  "scopes": ["openid", "profile", "email", "wallet", "groups"],
  "admins": ["admins"],
  "groups": ["admins", "staff"]
}`,
  },
  notes: [
    '`scopes` needs a step-ca and a `step` from June 2025 or newer; older versions request only `openid email`, so the token has no groups and `groups` refuses everyone.',
    '**Names**: people who are not administrators get a TLS certificate for their `sub`, regardless of the name they request; with `--email alias` it also lists the alias. Otherwise, the scope `email` has no effect. Administrators can get any name.',
    '**SSH** needs `"claims": { "enableSSHCA": true }` in the provisioner or in `authority`, and an application with `--email alias`: without an email address, the certificate lists no principals, and sshd with `TrustedUserCAKeys` rejects it. The principals are the alias, with and without its domain.',
    '**Groups** are the IDs of the groups at Countersign. People who are not in `groups` can sign in, but `step` reports "the request lacked necessary authorization" and step-ca logs "invalid group". People who do not share their groups at consent are also refused.',
    '**An ID token works once**: step-ca uses its nonce as the token ID.',
    '**Keys**: step-ca caches the keys from `/jwks` for as long as the response allows (300 seconds). After `keys rotate --now`, it can accept tokens signed with the old key, and reject tokens signed with the new one, for up to that long.',
    '`step` accepts only https issuers. Both `step` and step-ca must trust the issuer’s certificate.',
  ],
  verification: { how: 'script' },
}
