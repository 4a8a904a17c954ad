import type { ApplicationPreset } from '../application-preset-types.ts'

export const kubernetes: ApplicationPreset = {
  id: 'kubernetes',
  name: 'Kubernetes',
  category: 'infrastructure',
  description: 'For kubectl with kubelogin, using the device flow.',
  settingsLocation: 'the file passed to the API server with --authentication-config (1.34 or newer; v1beta1 from 1.30)',
  address: null,
  definition: {
    kind: 'device',
    scopes: ['openid', 'wallet', 'groups', 'offline_access'],
    claimsIn: 'id-token',
    idTokenAlgorithm: 'ES256',
  },
  reasons: {
    claimsIn: 'The API server receives only the ID token.',
    idTokenAlgorithm: 'Tested with ES256.',
  },
  email: 'unused',
  settings: [
    { name: 'jwt[0].issuer.url', value: '{issuer}' },
    { name: 'jwt[0].issuer.audiences', value: '[{client_id}]' },
    { name: 'jwt[0].claimMappings.username.claim', value: 'sub' },
    { name: 'jwt[0].claimMappings.username.prefix', value: 'countersign:' },
    { name: 'jwt[0].claimMappings.groups.claim', value: 'groups' },
    { name: 'jwt[0].claimMappings.groups.prefix', value: 'countersign:' },
  ],
  settingsFormat: {
    as: 'text',
    language: 'yaml',
    text: `apiVersion: apiserver.config.k8s.io/v1
kind: AuthenticationConfiguration
jwt:
  - issuer:
      url: "{issuer}"
      audiences: ["{client_id}"]
    claimMappings:
      username:
        claim: sub
        prefix: "countersign:"
      groups:
        claim: groups
        prefix: "countersign:"`,
  },
  notes: [
    'It accepts ES256. The older flags are equivalent but must allow ES256 explicitly: by default, they accept only RS256.',
    '**Names** consist of `countersign:` followed by the `sub`, which is known only after the first sign-in (`auth whoami` prints it). To grant permissions before that, use `wallet` instead of `sub` as the claim. The name is then `countersign:eip155:1:0x70997970C51812dc3A010C7d01b50e0d17dc79C8`, with the address in mixed case, and people who do not share their address are refused (`--require wallet` makes it required). Grant permissions with `kubectl create clusterrolebinding alice --clusterrole=view --user="countersign:eip155:1:0x70997970C51812dc3A010C7d01b50e0d17dc79C8"`.',
    '**An ID token is valid for an hour**, and Kubernetes cannot revoke it; kubelogin renews it with the refresh token. Shorten its lifetime with `COUNTERSIGN_ID_TOKEN_LIFETIME_SECONDS`.',
    'The API server must be able to reach the issuer over https and trust its certificate.',
    'kubelogin’s browser flow, which redirects to `http://localhost:8000`, needs an application of kind `native` with `--redirect http://localhost:8000` (exactly, without a trailing slash), and its client ID in `audiences` too.',
    '**Groups** are the IDs of [groups](../groups.md): `kubectl create clusterrolebinding staff --clusterrole=view --group=countersign:staff`. People who do not share their groups at consent have none.',
  ],
  sections: [
    {
      title: 'With API server flags',
      parts: [
        {
          language: 'sh',
          text: `--oidc-issuer-url={issuer}
--oidc-client-id={client_id}
--oidc-username-claim=sub
--oidc-username-prefix=countersign:
--oidc-groups-claim=groups
--oidc-groups-prefix=countersign:
--oidc-signing-algs=ES256`,
        },
      ],
    },
    {
      title: 'On each person’s machine',
      printed: true,
      parts: [
        'Kubernetes verifies ID tokens; [kubelogin](https://github.com/int128/kubelogin) (`kubectl oidc-login`) obtains them for `kubectl`, here with the device flow, which works on any machine.',
        {
          language: 'sh',
          text: `kubectl config set-credentials countersign \\
  --exec-api-version=client.authentication.k8s.io/v1 \\
  --exec-interactive-mode=IfAvailable \\
  --exec-command=kubectl \\
  --exec-arg=oidc-login,get-token \\
  --exec-arg=--grant-type=device-code \\
  --exec-arg=--oidc-issuer-url={issuer} \\
  --exec-arg=--oidc-client-id={client_id} \\
  --exec-arg=--oidc-extra-scope=wallet \\
  --exec-arg=--oidc-extra-scope=groups \\
  --exec-arg=--oidc-extra-scope=offline_access
kubectl --user=countersign auth whoami`,
        },
      ],
    },
  ],
  verification: {
    how: 'by-hand',
    version: 'the token authenticator of Kubernetes 1.37 (k8s.io/apiserver 0.37.2); not kubelogin',
    on: '2026-11-27',
    what: 'device flow tokens checked with this configuration: username from `sub` and from `wallet`, groups, a token of another application, the older flags',
  },
}
