// Kubernetes, for kubectl with kubelogin.
import type { ApplicationPreset } from '../application-preset-types.ts'

export const kubernetes: ApplicationPreset = {
  id: 'kubernetes',
  name: 'Kubernetes',
  description: 'For kubectl with kubelogin, by a code that is confirmed on another device.',
  settingsLocation:
    'a file that the flag --authentication-config of the API server names (1.34 or newer; v1beta1 from 1.30)',
  address: null,
  definition: {
    kind: 'device',
    scopes: ['openid', 'wallet', 'groups', 'offline_access'],
    claimsIn: 'id-token',
    idTokenAlgorithm: 'ES256',
  },
  reasons: {
    claimsIn: 'The API server is shown the ID token alone.',
    idTokenAlgorithm: 'It was run with ES256.',
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
      url: {issuer}
      audiences: [{client_id}]
    claimMappings:
      username:
        claim: sub
        prefix: "countersign:"
      groups:
        claim: groups
        prefix: "countersign:"`,
  },
  notes: [
    'It accepts ES256. The older flags say the same, and have to be told so: they accept RS256 alone by default.',
    '**Names**: `countersign:` and the `sub`, which is known only after the first sign-in (`auth whoami` prints it). To give rights before that, take `wallet` in place of `sub` as the claim: then the name is `countersign:eip155:1:0x70997970C51812dc3A010C7d01b50e0d17dc79C8`, with the address in its mixed-case form, and a person who does not share the address is refused (`--require wallet` asks for it). Rights are given by `kubectl create clusterrolebinding alice --clusterrole=view --user="countersign:eip155:1:0x70997970C51812dc3A010C7d01b50e0d17dc79C8"`.',
    '**An ID token is valid for an hour** and cannot be taken back from Kubernetes; kubelogin renews it by the refresh token. `COUNTERSIGN_ID_TOKEN_LIFETIME_SECONDS` shortens it.',
    'The API server must reach the issuer by https, with a certificate that it trusts.',
    'kubelogin’s other way, a browser that comes back to `http://localhost:8000`, needs an application of kind `native` with `--redirect http://localhost:8000`, written exactly so, without a slash at the end, and its client ID in `audiences` as well.',
    '**Groups** are the IDs of [groups](../groups.md): `kubectl create clusterrolebinding staff --clusterrole=view --group=countersign:staff`. A person who leaves them out at consent has none.',
  ],
  sections: [
    {
      title: 'By flags of the API server',
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
      title: 'For each person',
      printed: true,
      parts: [
        'Kubernetes checks ID tokens; [kubelogin](https://github.com/int128/kubelogin) (`kubectl oidc-login`) gets them for `kubectl`, here by the device flow, which works on any machine.',
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
    version: 'the token rules of Kubernetes 1.37 (k8s.io/apiserver 0.37.2); not kubelogin',
    on: '2026-11-27',
    what: 'tokens of the device flow checked by this configuration: user name from `sub` and from `wallet`, groups, a token of another application, the older flags',
  },
}
