// step-ca, a certificate authority for TLS and SSH, by its OIDC provisioner.
import type { ApplicationPreset } from '../application-preset-types.ts'

export const stepCa: ApplicationPreset = {
  id: 'step-ca',
  name: 'step-ca',
  description: 'Certificate authority for TLS and SSH: people get short-lived certificates by signing in.',
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
      explanation: 'The application is public: `step` runs on people’s machines, which cannot keep a secret.',
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
    '`scopes` needs a step-ca and a `step` from June 2025 or newer; older ones request `openid email` alone, so that the token has no groups, and `groups` refuses everyone.',
    '**Names**: a person who is no administrator gets a TLS certificate for their `sub`, whatever they ask for; with `--email alias` it also lists the alias. Without that, the scope `email` brings nothing. Administrators get any name.',
    '**SSH** needs `"claims": { "enableSSHCA": true }`, in the provisioner or in `authority`, and an application with `--email alias`: without an email address the certificate lists no principals, and sshd takes none of those by `TrustedUserCAKeys`. The principals are the alias, whole and without its domain.',
    '**Groups** are the IDs of the groups at Countersign. Someone outside of `groups` signs in, and `step` tells them that "the request lacked necessary authorization"; the log of step-ca has "invalid group". A person who leaves the groups out at consent is refused as well.',
    '**An ID token works once**: step-ca takes its nonce as the number of the token.',
    '**Keys**: step-ca keeps the keys of `/jwks` for as long as the answer says, which is 300 seconds. After `keys rotate --now` it accepts tokens of the old key, and refuses those of the new one, for up to that long.',
    '`step` takes only an issuer with https. It and step-ca have to trust its certificate.',
  ],
  verification: { how: 'script' },
}
